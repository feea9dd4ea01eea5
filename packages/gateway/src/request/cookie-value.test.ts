import { expect, it } from 'vitest'
import { headersOver } from '../pipeline/exchange.fixture.ts'
import { cookieValue } from './cookie-value.ts'

it.each([
  [[], undefined],
  [['Cookie', 'a=1'], undefined],
  [['Cookie', 'a=1; b=2; c=3'], '2'],
  [['Cookie', 'b=2=3'], '2=3'],
  [['Cookie', 'bb=1;b=2'], '2'],
  [['Cookie', 'x; b="2"'], '2'],
  [['Cookie', 'b=1; b=2'], '1'],
  [['Cookie', 'b='], ''],
])('of the headers %j is %j', (list, value) => {
  expect(cookieValue(headersOver([...list]), 'b')).toBe(value)
})
