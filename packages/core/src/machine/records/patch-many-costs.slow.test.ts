import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Change, type Feature, memoryStore, type Store } from '../../index.ts'
import { codeOf, feature, testBox } from '../callers/access.fixture.ts'

const off = { enabled: false }

/** A clock on which each look takes a millisecond. */
function slowClock() {
  let now = Date.parse('2026-03-01T12:00:00Z')
  return () => now++
}

/** A box with this many features, on a slow clock, and its commits since then. */
async function filled(count: number, of: (id: string) => Feature = feature) {
  const store = memoryStore()
  const commits: (readonly Change[])[] = []
  const watched: Store = {
    ...store,
    async commit(changes, events) {
      commits.push(changes)
      return store.commit(changes, events)
    },
  }
  const box = testBox({ store: watched, clock: slowClock() })
  const ids = Array.from({ length: count }, (_, n) => `f${`${n}`.padStart(4, '0')}`)
  await box.features.import({ body: ids.map(of) })
  commits.length = 0
  return { box, ids, commits }
}

/** How many turns of the event loop a call takes. */
async function turnsOf(call: Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const done = call.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await nextTurn()
    turns++
  }
  await done
  return turns
}

describe('a bulk patch of many features', () => {
  it.each([{ dryRun: false }, { dryRun: true }])(
    'lets other work run every few milliseconds: %j',
    async ({ dryRun }) => {
      const { box } = await filled(500)
      const turns = await turnsOf(box.features.patchMany({ body: { pattern: '*', patch: off, dryRun } }))
      expect(turns).toBeGreaterThan(50)
    },
  )

  it('stops when the caller disconnects, and keeps what it has committed', async () => {
    const { box, commits } = await filled(2000)
    const leaving = new AbortController()
    const call = box.features.patchMany({ body: { pattern: '*', patch: off } }, { signal: leaving.signal })
    const code = codeOf(call)
    while (commits.length === 0) await nextTurn()
    leaving.abort()
    expect(await code).toBe('UNAVAILABLE')
    await expect(call).rejects.toThrow('stopped after 500 records; patch again to continue')
    expect(commits).toHaveLength(1)
    expect((await box.features.list({ pageSize: 1000 })).results.filter(({ enabled }) => !enabled)).toHaveLength(500)
  })

  it('stops when the instance closes', async () => {
    const { box, commits } = await filled(2000)
    const call = codeOf(box.features.patchMany({ body: { pattern: '*', patch: off } }))
    while (commits.length === 0) await nextTurn()
    await box.close()
    expect(await call).toBe('UNAVAILABLE')
    expect(commits).toHaveLength(1)
  })

  it.each(['chosen by pattern', 'chosen by id'])('commits at most about 8 MiB at once, %s', async (how) => {
    const large = (id: string) => ({ ...feature(id), description: 'x'.repeat(900_000) })
    const { box, ids, commits } = await filled(20, large)
    const chosen = how === 'chosen by id' ? { ids } : { pattern: '*' }
    const result = await box.features.patchMany({ body: { ...chosen, patch: off } })
    expect(result).toMatchObject({ changed: 20, failed: 0 })
    expect(commits.map(({ length }) => length)).toEqual([5, 5, 5, 5])
  })

  it('commits less at once if the patch inserts much', async () => {
    const { box, commits } = await filled(20)
    const patch = { description: 'x'.repeat(900_000) }
    expect(await box.features.patchMany({ body: { pattern: '*', patch } })).toMatchObject({ changed: 20 })
    expect(commits.map(({ length }) => length)).toEqual([10, 10])
  })

  it('shows at most 8 MiB of examples', async () => {
    const { box } = await filled(20, (id) => ({ ...feature(id), description: 'x'.repeat(900_000) }))
    const body = { pattern: '*', patch: off, dryRun: true, examples: 100 }
    const { changed, examples } = await box.features.patchMany({ body })
    expect([changed, examples?.length]).toEqual([20, 4])
  })

  it('writes at most 256 MiB, and says how far it came', async () => {
    const ids = Array.from({ length: 320 }, (_, n) => `f${n}`)
    let written = 0
    const store: Store = {
      ...memoryStore(),
      get: async (_, id) => ({ value: feature(id), version: '1' }),
      async commit(changes) {
        written += changes.length
        return { events: [], versions: changes.map(() => '2') }
      },
    }
    const body = { ids, patch: { description: 'x'.repeat(1_000_000) } }
    const call = testBox({ store }).features.patchMany({ body })
    await expect(call).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('stopped after 270 records'),
    })
    expect(written).toBe(270)
  })

  it('rejects a JSON Patch of more than 50 operations', async () => {
    const { box } = await filled(1)
    const patch = Array.from({ length: 51 }, () => ({ op: 'replace', path: '/enabled', value: false }) as const)
    const call = (operations: typeof patch) => box.features.patchMany({ body: { pattern: '*', patch: operations } })
    await expect(call(patch)).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/patch': [{ message: 'error.items.maximum', args: ['50'] }] },
    })
    expect(await call(patch.slice(1))).toMatchObject({ changed: 1 })
  })
})
