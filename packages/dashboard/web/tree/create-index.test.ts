import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Changed } from './changes.ts'
import { createIndex } from './create-index.ts'
import { keys } from './keys.fixture.ts'

/** An index whose lines are sent by the test. */
function opened({ limit = 1000 } = {}) {
  let listener: (changed: Changed) => void = () => {}
  let sends = Promise.withResolvers<{ lines?: readonly unknown[]; error?: Error }>()
  const send = async (lines?: readonly unknown[], error?: Error) => {
    const current = sends
    sends = Promise.withResolvers()
    current.resolve({ ...(lines && { lines }), ...(error && { error }) })
    await new Promise((resolve) => setImmediate(resolve))
  }
  const index = createIndex({
    limit,
    everyMs: 0,
    follow(given) {
      listener = given
    },
    async *read() {
      for (;;) {
        const { lines, error } = await sends.promise
        if (error) throw error
        if (!lines) return
        yield lines
      }
    },
  })
  const shown = () => index.search('', 1000).map(({ id }) => id)
  return { index, send, shown, change: (changed: Changed) => listener(changed) }
}

const feature = (id: string, enabled = true) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' })

describe('an index', () => {
  it('shows the first lines before the last arrive', async () => {
    const { index, send, shown } = opened()
    const loaded = index.load()
    await send([feature('a'), feature('b')])
    expect([index.state.value, shown()]).toEqual(['loading', ['a', 'b']])
    await send()
    await loaded
    expect([index.state.value, index.size.value]).toEqual(['complete', 2])
  })

  it('prefers an event to a line that may be older', async () => {
    const { index, send, shown, change } = opened()
    const loaded = index.load()
    change({ removed: ['a'] })
    change({ removed: ['old'], put: { id: 'new', enabled: false } })
    await send([feature('a'), feature('new'), feature('old')])
    await send()
    await loaded
    expect(shown()).toEqual(['new'])
    expect(index.find('new')?.enabled).toBe(false)
  })

  it('keeps its entries while it loads again, and takes the events of that time over', async () => {
    const { index, send, shown, change } = opened()
    const first = index.load()
    await send([feature('a'), feature('b')])
    await send()
    await first
    const second = index.load()
    await send([feature('c')])
    expect(shown()).toEqual(['a', 'b'])
    change({ removed: ['c'], put: { id: 'd' } })
    await send()
    await second
    expect(shown()).toEqual(['d'])
  })

  it('is partial when there are too many, or when the download breaks off', async () => {
    const many = opened({ limit: 2 })
    const loaded = many.index.load()
    await many.send([feature('a'), feature('b'), feature('c')])
    await loaded
    expect([many.index.state.value, many.index.size.value]).toEqual(['partial', 3])

    const cut = opened()
    const broken = cut.index.load()
    await cut.send([feature('a')])
    await cut.send(undefined, new Error('cut off'))
    await broken
    expect([cut.index.state.value, cut.shown(), cut.index.error.value]).toEqual([
      'partial',
      ['a'],
      new Error('cut off'),
    ])
  })

  it('fails without any entry, and loads when asked again', async () => {
    const { index, send } = opened()
    const failed = index.load()
    await send(undefined, new Error('no'))
    await failed
    expect(index.state.value).toBe('failed')
    const loaded = index.load()
    await send([feature('a')])
    await send()
    await loaded
    expect([index.state.value, index.error.value]).toEqual(['complete', undefined])
  })

  it('has what the events leave, in any order of loads and events', async () => {
    const change = fc.record({ id: keys, isRemoved: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(keys), fc.array(change), fc.nat(), async (ids, changes, after) => {
        const { index, send, shown, change } = opened()
        const left = new Set(ids)
        const apply = (some: typeof changes) => {
          for (const { id, isRemoved } of some) {
            change(isRemoved ? { removed: [id] } : { removed: [], put: { id } })
            if (isRemoved) left.delete(id)
            else left.add(id)
          }
        }
        const half = after % (changes.length + 1)
        const loaded = index.load()
        apply(changes.slice(0, half))
        await send([...ids].sort().map((id) => feature(id)))
        apply(changes.slice(half))
        await send()
        await loaded
        expect(shown()).toEqual([...left].sort())
      }),
    )
  })
})
