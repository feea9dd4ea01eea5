import { expect, it } from 'vitest'
import { memoryStore } from '../../../memory/store.ts'
import type { Index } from '../../../ports.ts'
import { type IndexOrder, orderedKeys } from './index-order.ts'

it.each([1, 2, 3, 4])('pages of %d records in the order of an index have each record once', async (size) => {
  const store = memoryStore()
  const names = { a: 'z', b: undefined, c: 'y', d: undefined, e: undefined, f: undefined, g: 'x' }
  const changes = Object.entries(names).map(
    ([key, name]) =>
      ({ op: 'put', collection: 'things', key, value: { id: key, ...(name !== undefined && { name }) } }) as const,
  )
  await store.commit(changes, [])
  const index = (await store.index?.('things', 'name')) as Index
  const order = { compare: () => 0 } as unknown as IndexOrder['order'] // not used: the index places every record
  const keys: string[] = []
  for (let first = 0; first < 7; first += size) {
    const page = { where: ['*'], first, size }
    keys.push(
      ...((await orderedKeys({ member: 'name', index, descending: false, order, look: (stored) => stored }, page)) ??
        []),
    )
  }
  expect(keys).toEqual(['g', 'c', 'a', 'b', 'd', 'e', 'f'])
})
