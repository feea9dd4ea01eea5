import { expect, it } from 'vitest'
import { unreachable } from './unreachable.ts'

const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`)

it.each([
  [undefined, 'redis://localhost cannot be reached'],
  [refused('127.0.0.1:6379'), 'redis://localhost cannot be reached: connect ECONNREFUSED 127.0.0.1:6379'],
  [
    new AggregateError([refused('::1:6379'), refused('127.0.0.1:6379')]),
    'redis://localhost cannot be reached: connect ECONNREFUSED ::1:6379, connect ECONNREFUSED 127.0.0.1:6379',
  ],
])('the reason of a Redis that cannot be reached is named: %#', (cause, message) => {
  expect(unreachable({ name: 'redis://localhost' }, cause)).toMatchObject({ message, cause })
})
