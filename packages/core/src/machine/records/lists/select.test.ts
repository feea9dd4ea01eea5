import { describe, expect, it } from 'vitest'
import { anyObject, object, openObject, output, Type } from '../../schema/schema.ts'
import { type Asked, compileSelect, selectPage } from './select.ts'

const schema = object({
  id: Type.String(),
  rank: Type.Optional(Type.Number()),
  on: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Array(Type.String())),
  parts: Type.Optional(Type.Array(openObject({ name: Type.Optional(Type.String()) }))),
  metadata: Type.Optional(anyObject()),
  computed: output(Type.String()),
})
type Row = { id: string; rank?: unknown; [name: string]: unknown }

const rows: Row[] = [
  { id: 'a', rank: 10, on: true, tags: ['x', 'y'], metadata: { n: 1, deep: { er: 'z' } } },
  { id: 'b', rank: 9, parts: [{ name: 'one' }, { name: 'two', size: 3 }] },
  { id: 'c', on: false, metadata: { n: '1' } },
  { id: 'd', rank: 10, tags: [], metadata: { n: null, list: [{ k: 1 }] } },
]

async function select(asked: Asked, first = 0, size = 10, all = rows) {
  const source = {
    keyOf: (row: unknown) => (row as Row).id,
    show: (row: unknown) => row as Row,
    find: async (key: string) => all.find(({ id }) => id === key),
  }
  const records = (async function* () {
    yield* all
  })()
  const { results, count } = await selectPage({ ...source, records }, compileSelect(schema, asked), { first, size })
  return { ids: results.map(({ id }) => id).join(''), count }
}

describe('records', () => {
  it.each<[Record<string, string>, string]>([
    [{ rank: '10' }, 'ad'],
    [{ on: 'false' }, 'c'],
    [{ tags: 'y' }, 'a'],
    [{ 'tags.0': 'y' }, ''],
    [{ 'parts.name': 'two' }, 'b'],
    [{ 'parts.1.size': '3' }, 'b'],
    [{ 'metadata.n': '1' }, 'ac'],
    [{ 'metadata.n': 'null' }, 'd'],
    [{ 'metadata.deep.er': 'z' }, 'a'],
    [{ 'metadata.list.k': '1' }, 'd'],
    [{ 'metadata.toString': 'x', rank: '10' }, ''],
    [{ rank: '10', on: 'true' }, 'a'],
  ])('that match %j are %s', async (filter, ids) => {
    expect(await select({ filter })).toEqual({ ids, count: ids.length })
  })

  it.each([
    ['rank', 'badc'],
    ['rank:desc', 'adbc'],
    ['rank:desc,id:desc', 'dabc'],
    ['on', 'cabd'],
    ['metadata.n', 'dacb'],
    ['metadata.n:desc', 'cadb'],
    ['id:desc', 'dcba'],
  ])('sorted by %s are %s, with missing values last', async (sorted, ids) => {
    expect(await select({ sorted })).toEqual({ ids, count: 4 })
  })

  it.each<[Asked, string]>([
    [{ filter: { colour: 'red' } }, 'filter.colour'],
    [{ filter: { '': 'x' } }, 'filter.'],
    [{ filter: { 'rank.x': '1' } }, 'filter.rank.x'],
    [{ filter: { metadata: 'x' } }, 'filter.metadata'],
    [{ filter: { computed: 'x' } }, 'filter.computed'],
    [{ filter: { __proto__x: 'x', 'metadata.': 'x' } }, 'filter.__proto__x'],
    [{ sorted: 'tags' }, 'sorted'],
    [{ sorted: 'metadata' }, 'sorted'],
    [{ sorted: 'id,colour:desc' }, 'sorted'],
  ])('are not selected by %j', (asked, parameter) => {
    expect(() => compileSelect(schema, asked)).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        fieldErrors: expect.objectContaining({ [parameter]: [expect.anything()] }),
      }),
    )
  })

  it('are not selected by a misspelled field, and the nearest one is named', () => {
    const asked = { filter: { rnak: '1' }, sorted: 'rankk:desc' }
    expect(() => compileSelect(schema, asked)).toThrow(
      'The call is invalid: filter.rnak is not a field to filter by (did you mean rank?); sorted names rankk, which is not a field to sort by (did you mean rank?)',
    )
  })

  it('come in pages without gaps, with bounded memory', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({ id: `r${1000 + n}`, rank: (n * 7919) % 100 }))
    const inOrder = many.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
    for (const [first, size] of [
      [0, 1],
      [0, 15],
      [15, 15],
      [990, 15],
      [2000, 15],
    ] as const)
      expect(await select({ sorted: 'rank' }, first, size, many)).toEqual({
        ids: inOrder
          .slice(first, first + size)
          .map(({ id }) => id)
          .join(''),
        count: 1000,
      })
  })
})
