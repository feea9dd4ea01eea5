import { expect, it } from 'vitest'
import { memoryStore } from '../../../memory/store.ts'
import type { Index } from '../../../ports.ts'
import { byText, counted, keyPage } from './narrow.ts'

it('a condition on a default includes the records that lack the member', async () => {
  const store = memoryStore()
  const colours = { a: undefined, b: 'red', c: 'blue', d: undefined, e: 7 }
  const changes = Object.entries(colours).map(
    ([key, colour]) =>
      ({ op: 'put', collection: 'things', key, value: { id: key, ...(colour !== undefined && { colour }) } }) as const,
  )
  await store.commit(changes, [])
  const index = (await store.index?.('things', 'colour')) as Index
  const page = { where: ['*'], first: 0, size: 10 }
  const colour = { member: 'colour', index }
  const pageOf = async (text: string) => keyPage(await counted(byText(colour, text, 'red')), page, () => false)
  expect(await pageOf('red')).toEqual({ keys: ['a', 'b', 'd'], count: 3 })
  expect(await pageOf('blue')).toEqual({ keys: ['c'], count: 1 })
})
