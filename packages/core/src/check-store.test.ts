import { expect, it } from 'vitest'
import { createSignalbox, memoryStore, type Store } from './index.ts'

const made = (store: unknown) => () => createSignalbox({ store: store as Store })

it.each([
  [
    'an address',
    'sqlite:./signalbox.db',
    'The option "store" must be a store, not a string: open one, as in `store: await openSqlite(path)`',
  ],
  [
    'a store that is not awaited',
    Promise.resolve(memoryStore()),
    'The option "store" must be a store, not a promise: await it',
  ],
  ['nothing', null, 'The option "store" must be a store, not null: omit it'],
  ['a number', 3, 'The option "store" must be a store, not 3'],
  [
    'another object',
    new Map(),
    'The option "store" must be a store, not another object: it lacks scan(), count(), commit(), read(), head(), watch(), trim()',
  ],
])('%s is not a store, and is rejected at once', (_, store, message) => {
  expect(made(store)).toThrow(TypeError)
  expect(made(store)).toThrow(message)
})

it('any object with the methods of a store is accepted; without one, memory is used', () => {
  expect(made({ ...memoryStore() })).not.toThrow()
  expect(made(undefined)).not.toThrow()
})
