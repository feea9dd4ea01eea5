import { describe, expect, it } from 'vitest'
import { createSignalbox, etagOf, memoryStore, type Store } from '../../index.ts'

const routes = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `r${n}`, frontend: { paths: [`/r${n}/:id`], exact: true } }))

/** A box with published APIs, and how often definitions were read from its store. */
async function boxOf(apis: number, count: number) {
  const memory = memoryStore()
  let read = 0
  const get: Store['get'] = (collection, key) => {
    if (collection === 'api-definitions') read++
    return memory.get(collection, key)
  }
  const box = createSignalbox({ store: { ...memory, get } })
  for (let n = 0; n < apis; n++) {
    await box.apis.create({ body: { id: `a${n}`, name: 'A', domain: `a${n}.tld`, routes: routes(count) } })
    await box.apis.deployments.create({ id: `a${n}`, body: {} })
  }
  return {
    box,
    async reading(act: () => Promise<unknown>) {
      const before = read
      await act()
      return read - before
    },
  }
}

describe('the routes of all APIs', () => {
  it('are compiled once until something changes', async () => {
    const { box, reading } = await boxOf(5, 2)
    expect(await reading(() => box.routes())).toBe(5)
    const polls = () => Promise.all([box.routes(), box.routes({ page: 2 }), box.routes({ filter: { api_ref: 'a1' } })])
    expect(await reading(polls)).toBe(0)
    await box.apis.patch({ id: 'a1', body: { domain: 'other.tld' } })
    expect(await reading(() => box.routes())).toBe(5)
    expect((await box.routes({ filter: { api_ref: 'a1' } })).routes[0]?.frontend.domains).toEqual(['other.tld/r0/:id'])
  })

  it('yield to other work while they are compiled and returned', async () => {
    const { box } = await boxOf(20, 200)
    for (const call of [() => box.routes(), () => box.routes(), () => box.routes({ sorted: 'id' })]) {
      let turns = 0
      let isOver = false
      const count = () => {
        turns++
        if (!isOver) setImmediate(count)
      }
      setImmediate(count)
      const { routes: found } = await call()
      isOver = true
      expect(found).toHaveLength(4000)
      expect(turns).toBeGreaterThan(15)
    }
  })

  it('are those of the current caller', async () => {
    const { box } = await boxOf(2, 1)
    const only = (id: string) => box.as({ id, authorizedPatterns: [{ pattern: id, domains: ['Api'] }] })
    const idsOf = async (api: Pick<typeof box, 'routes'>) => (await api.routes()).routes.map(({ id }) => id)
    expect(await idsOf(box)).toEqual(['a0:r0', 'a1:r0'])
    expect(await idsOf(only('a1'))).toEqual(['a1:r0'])
    expect(await idsOf(only('a0'))).toEqual(['a0:r0'])
    expect(await idsOf(box)).toEqual(['a0:r0', 'a1:r0'])
  })

  it('are copies, which callers can modify', async () => {
    const { box } = await boxOf(1, 1)
    const first = await box.routes()
    first.routes[0]!.frontend.domains.push('mine.tld')
    first.routes.pop()
    const second = await box.routes()
    expect(second.routes.map(({ frontend }) => frontend.domains)).toEqual([['a0.tld/r0/:id']])
    expect(etagOf(second)).toBe(etagOf(first))
  })
})
