import { expect, it } from 'vitest'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

it('RemoveHeadersIn removes headers in any case from requests, but none that frame them', () => {
  const config = { header_names: ['X-A', 'content-length', 'Transfer-Encoding', 'Host'] }
  const headers = ['x-a', '1', 'Host', 'a.example', 'X-B', '2', 'X-A', '3', 'Content-Length', '0']
  const left = ['Host', 'a.example', 'X-B', '2', 'Content-Length', '0']
  const exchange = fakeExchange({ headers })
  compiled('RemoveHeadersIn', config).request!(exchange)
  expect(exchange.out.list).toEqual(left)
  expect(exchange.headers.get('x-a')).toBe('1')
})
