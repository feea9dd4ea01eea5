import { describe, expect, it } from 'vitest'
import { compiled, route } from './compiled.fixture.ts'
import type { RoutePage } from './compiled.ts'
import { createRouteIndex } from './create-route-index.ts'

const PAGE = 2

/** A service with APIs whose routes have these paths, and what was read of it. */
function service(paths: Record<string, string[]>) {
  const reads: string[] = []
  let before: (() => void) | undefined
  let fails = false
  return {
    paths,
    reads,
    fail: (is: boolean) => (fails = is),
    /** Calls back before the second page is read. */
    beforeSecond: (call: () => void) => (before = call),
    async read(page: number, apis?: readonly string[]): Promise<RoutePage> {
      reads.push(`${apis?.join() ?? 'all'} ${page}`)
      if (fails) throw new Error('gone')
      if (page === 2) before?.()
      const own = Object.entries(paths).filter(([id]) => !apis || apis.includes(id))
      const all = own.flatMap(
        ([id, list]) => compiled({ id, routes: list.map((path) => route(path.slice(1), { paths: [path] })) }).routes,
      )
      return { routes: all.slice((page - 1) * PAGE, page * PAGE), warnings: [], count: all.length }
    },
  }
}

const opened = (given: ReturnType<typeof service>) => {
  let go = () => {}
  const index = createRouteIndex({ read: given.read, pause: () => new Promise((resolve) => (go = resolve)) })
  const ids = () => index.rows.value.map(({ id }) => id)
  const settle = async () => {
    go()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { index, ids, settle }
}

describe('the index of routes', () => {
  it('reads all pages and sorts the routes as the router asks them', async () => {
    const given = service({ a: ['/z', '/y'], b: ['/x'] })
    const { index, ids } = opened(given)
    await index.load()
    expect([index.state.value, index.count.value, ids()]).toEqual(['complete', 3, ['b:x', 'a:y', 'a:z']])
    expect(given.reads).toEqual(['all 1', 'all 2'])
  })

  it('reads again only the APIs that changed, once for several changes', async () => {
    const given = service({ a: ['/a'], b: ['/b'], c: ['/c'] })
    const { index, ids, settle } = opened(given)
    await index.load()
    given.reads.length = 0
    given.paths.a = ['/new', '/newer', '/newest']
    delete given.paths.c
    index.touch(['a'])
    index.touch(['c', 'a'])
    await settle()
    expect(given.reads).toEqual(['a,c 1', 'a,c 2'])
    expect([ids(), index.count.value]).toEqual([['b:b', 'a:new', 'a:newer', 'a:newest'], 4])
  })

  it('starts again if something changes between two pages, which may shift them', async () => {
    const given = service({ a: ['/a', '/b'], b: ['/c', '/d'] })
    const { index, ids } = opened(given)
    given.beforeSecond(() => {
      given.beforeSecond(() => {})
      given.paths.a = ['/a']
      index.touch(['a'])
    })
    await index.load()
    expect(ids()).toEqual(['a:a', 'b:c', 'b:d'])
  })

  it('keeps what it has when reading fails, and says so', async () => {
    const given = service({ a: ['/a'] })
    const { index, ids, settle } = opened(given)
    await index.load()
    given.fail(true)
    index.touch(['a'])
    await settle()
    expect([index.state.value, ids()]).toEqual(['failed', ['a:a']])
    given.fail(false)
    await index.load()
    expect(index.state.value).toBe('complete')
  })

  it('gives routes with one id keys of their own', async () => {
    const { index } = opened(service({ a: ['/a', '/a'] }))
    await index.load()
    expect(index.rows.value.map(({ key }) => key)).toEqual(['a:a', 'a:a a 1'])
  })
})
