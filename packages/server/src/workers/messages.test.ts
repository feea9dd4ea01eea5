import { expect, it } from 'vitest'
import { readMessage, type ToPrimary } from './messages.ts'

it('only messages between a primary and its workers are read', () => {
  const read = (message: unknown) => readMessage<ToPrimary>(message, { here: true } as never)
  expect(read({ signalbox: 'here' })).toEqual({ signalbox: 'here' })
  for (const other of [undefined, 'here', {}, { signalbox: 'limits' }, { signalbox: 'constructor' }, { signalbox: 1 }])
    expect(read(other)).toBeUndefined()
})
