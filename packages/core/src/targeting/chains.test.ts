import { describe, expect, it } from 'vitest'
import { MOST_STEPS } from '../conditions/references.ts'
import { createSignalbox, memoryStore } from '../index.ts'
import { collect } from '../machine/callers/access.fixture.ts'
import { longestWay } from './longest-way.ts'

const last = { all: [] }
const segment = (id: string, to?: string) => ({ id, when: to === undefined ? last : { segment: to } })
/** Segments that refer to one another in order, the last one first. */
const chain = (name: string, references: number) =>
  Array.from({ length: references + 1 }, (_, n) =>
    segment(`${name}${references - n}`, n === 0 ? undefined : `${name}${references - n + 1}`),
  )
const feature = (to: string) => ({
  ...{ id: 'f', enabled: true, activationStrategy: 'RULES' as const },
  parameters: { rules: [{ when: { segment: to } }] },
})
const put = (record: { readonly id: string }, kind = 'segments') => ({
  op: 'put' as const,
  kind,
  record: { ...record },
})
const refused = (place = '/when') => ({
  code: 'INVALID',
  fieldErrors: { [place]: [{ message: 'error.reference.chain', args: [String(MOST_STEPS)] }] },
})

async function withChains(...chains: readonly (readonly object[])[]) {
  const box = createSignalbox()
  for (const records of chains) await box.segments.import({ body: records as never })
  return box
}

/** The longest chain of stored segments; the last reference of one may be unresolved. */
async function longestOf(box: ReturnType<typeof createSignalbox>): Promise<number> {
  const nexts = new Map<string, string[]>()
  for (const { id, when } of (await collect(await box.segments.export())) as {
    id: string
    when?: { segment?: string }
  }[])
    nexts.set(id, when?.segment === undefined ? [] : [when.segment])
  const ways = [...nexts.keys()].map((id) => longestWay(id, (key) => nexts.get(key) ?? []))
  return Math.max(...(await Promise.all(ways)).map(({ length }) => length))
}

describe('a chain of references that is longer than evaluations follow', () => {
  it('is rejected at its beginning: by a create, a replacement, a patch, and of a feature', async () => {
    const box = await withChains(chain('s', MOST_STEPS - 1))
    await box.segments.create({ body: segment('top', 's0') })
    await expect(box.segments.create({ body: segment('over', 'top') })).rejects.toMatchObject(refused())
    await box.segments.create({ body: segment('over') })
    const replaced = box.segments.replace({ id: 'over', body: segment('over', 'top') })
    await expect(replaced).rejects.toMatchObject(refused())
    const patched = box.segments.patch({ id: 'over', body: { when: { any: [last, { segment: 'top' }] } } as never })
    await expect(patched).rejects.toMatchObject(refused())
    const of = refused('/parameters/rules/0/when')
    await expect(box.features.create({ body: feature('top') as never })).rejects.toMatchObject(of)
    await box.features.create({ body: feature('s0') as never })
    expect(box.isActive('f', {})).toBe(true)
  })

  it('is rejected if two chains are linked in the middle, and says so', async () => {
    const box = await withChains(chain('a', 60), chain('b', 60))
    const link = (to: string) => box.segments.replace({ id: 'a60', body: segment('a60', to) })
    await expect(link('b0')).rejects.toThrow(
      'The segment a60 would be part of a chain of 121 references from the segment a0, and evaluations follow at most 100: refer to records with fewer references',
    )
    await expect(link('b20')).rejects.toMatchObject(refused())
    await link('b21')
  })

  it('is rejected by uploads line by line, in any order, and by their dry runs', async () => {
    for (const dryRun of [true, false])
      for (const lines of [chain('s', 300), chain('s', 300).toReversed()]) {
        const box = createSignalbox()
        const { errors, success } = await box.segments.import({ body: lines as never, dryRun } as never)
        expect(JSON.stringify(errors)).toMatch(
          /a chain of 101 references( from the segment s\d+)?, and evaluations follow at most 100/,
        )
        expect(success).toBe(301 - errors.errors.length)
        if (!dryRun) expect(await longestOf(box)).toBe(MOST_STEPS)
      }
  })

  it('is rejected by commits, which write nothing', async () => {
    const box = await withChains(chain('b', 60))
    const changes = chain('a', 60).map((one) => put(one))
    const linked = changes.map((one) => (one.record.id === 'a60' ? put(segment('a60', 'b0')) : one))
    await expect(box.commit({ body: { changes: linked } })).rejects.toMatchObject({ code: 'INVALID' })
    await expect(box.commit({ body: { changes: chain('s', 900).map((one) => put(one)) } })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/changes/101/record/when': [{ message: 'error.reference.chain' }] },
    })
    expect(await box.segments.count()).toEqual({ count: 61 })
    await box.commit({ body: { changes } })
  })

  it('does not count records that the caller may not change: nobody blocks the records of others', async () => {
    const box = await withChains(chain('evil', MOST_STEPS - 1), chain('vic', 1))
    const last = `evil${MOST_STEPS - 1}`
    await box.segments.replace({ id: 'vic0', body: segment('vic0') })
    await box.segments.replace({ id: last, body: segment(last, 'vic0') })
    const deeper = { id: 'vic0', body: segment('vic0', 'vic1') }
    await expect(box.segments.replace(deeper)).rejects.toThrow(
      'The segment vic0 would be part of a chain of 101 references from the segment evil0, and evaluations follow at most 100',
    )
    await box.as({ id: 'vic', authorizedPatterns: 'vic*$$$CRUD' }).segments.replace(deeper)
  })

  it('is looked for among 1,000 records above, and writes of the others do not make it start again', async () => {
    const reads = { count: 0 }
    const store = memoryStore()
    const get: typeof store.get = (...given) => {
      reads.count++
      return store.get(...given)
    }
    const box = createSignalbox({ store: { ...store, get } })
    const fan = Array.from({ length: 3000 }, (_, n) => segment(`fan${n}`, 'hub'))
    await box.segments.import({ body: [segment('end'), segment('hub'), ...fan] as never })
    reads.count = 0
    const write = box.segments.replace({ id: 'hub', body: segment('hub', 'end') })
    await box.segments.create({ body: segment('late', 'fan7') })
    await write
    expect(reads.count).toBeLessThan(1100)
  })

  it('stays readable where it is stored, and its records may change if it gets no longer', async () => {
    const store = memoryStore()
    await store.commit(
      chain('s', 300).map((value) => ({ op: 'put', collection: 'segments', key: value.id, value, expected: null })),
      [],
    )
    const box = createSignalbox({ store })
    await box.ready()
    expect(await box.segments.count()).toEqual({ count: 301 })
    await box.segments.replace({ id: 's0', body: { ...segment('s0', 's1'), description: 'same' } as never })
    await box.segments.replace({ id: 's0', body: segment('s0', 's2') })
    await expect(box.segments.replace({ id: 's0', body: segment('s0', 's1') })).rejects.toMatchObject(refused())
    await box.segments.replace({ id: 's0', body: segment('s0', 's250') })
  })
})

it('the longest way is found in graphs with several ways, cycles and long chains', async () => {
  const graph: Record<string, string[]> = { a: ['b', 'd'], b: ['c'], c: ['d'], d: [], x: ['y'], y: ['x', 'd'] }
  const from = (key: string) => longestWay(key, (one) => graph[one] ?? [])
  expect(await from('a')).toEqual({ length: 3, end: 'd' })
  expect(await from('d')).toEqual({ length: 0, end: 'd' })
  expect((await from('x')).length).toBe(2)
  const long = (key: string) => (Number(key) < 50_000 ? [`${Number(key) + 1}`] : [])
  expect(await longestWay('0', long)).toEqual({ length: 50_000, end: '50000' })
})
