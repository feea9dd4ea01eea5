import { expect, it } from 'vitest'
import type { Store } from './index.ts'
import { createSignalbox, memoryStore } from './index.ts'

const made = (store: unknown) => () => createSignalbox({ store: store as Store })

it.each([
  [
    'an address',
    'sqlite:./signalbox.db',
    'The option "store" is a text: open one, as in `store: await openSqlite({ path })`',
  ],
  ['a store that is not awaited', Promise.resolve(memoryStore()), 'The option "store" is a promise: await it'],
  ['nothing', null, 'The option "store" is null: leave it out'],
  ['a number', 3, 'The option "store" is 3'],
  [
    'another object',
    new Map(),
    'The option "store" is not a store: it lacks scan(), count(), commit(), read(), head(), watch(), trim()',
  ],
])('%s is no store, and is refused at once', (_, store, message) => {
  expect(made(store)).toThrow(TypeError)
  expect(made(store)).toThrow(message)
})

it('a store of any make is taken, and none is memory', () => {
  expect(made({ ...memoryStore() })).not.toThrow()
  expect(made(undefined)).not.toThrow()
})
