import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../../signalbox.ts'
import { atOnce, boxWith, experiment } from '../experiments.fixture.ts'
import { type Count, emptyTally, noCount } from '../recording/tally.ts'
import { resultsOf } from './results.ts'
import { summarize } from './summarize.ts'

const tallyOf = (counts: Readonly<Record<string, Partial<Count>>>) => ({
  ...emptyTally,
  counts: Object.fromEntries(Object.entries(counts).map(([id, one]) => [id, { ...noCount, ...one }])),
})

describe('the summary of an experiment', () => {
  it('names the variant with the highest rate, the first of equals', () => {
    const leader = (a: Partial<Count>, b: Partial<Count>) =>
      atOnce(summarize(experiment('e'), tallyOf({ A: a, B: b }))).leader?.id
    expect(leader({ users: 100, converted: 10 }, { users: 100, converted: 20 })).toBe('B')
    expect(leader({ users: 100, converted: 10 }, { users: 10, converted: 1 })).toBe('A')
    expect(leader({}, {})).toBeUndefined()
  })

  it('has no leader without users, however likely it is the best', () => {
    const tally = tallyOf({ A: { users: 1000, converted: 1 }, B: {} })
    const { results } = atOnce(resultsOf(experiment('e'), tally, { series: [], now: 0, withEvents: false }))
    expect(results[1]!.probabilityBest).toBeGreaterThan(0.9)
    expect(atOnce(summarize(experiment('e'), tally)).leader?.id).toBe('A')
  })

  it.each(['summary', 'results'] as const)('lets other work run while many variants are compared: %s', async (what) => {
    let now = Date.parse('2026-03-01T12:00:00Z')
    const box = createSignalbox({ clock: () => now++ })
    const variants = Array.from({ length: 300 }, (_, n) => ({ id: `v${n}`, name: `v${n}`, traffic: 1 / 300 }))
    await box.experiments.create({ body: { id: 'e', name: 'e', enabled: true, variants } })
    let turns = 0
    let isDone = false
    const answer = what === 'summary' ? box.experiments.summary() : box.experiments.results({ id: 'e' })
    const done = answer.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await nextTurn()
      turns++
    }
    await done
    expect(turns).toBeGreaterThan(20)
  })

  it('ends when the instance closes, and has pages of at most 100 experiments', async () => {
    let now = Date.parse('2026-03-01T12:00:00Z')
    const box = createSignalbox({ clock: () => now++ })
    await expect(box.experiments.summary({ pageSize: 101 })).rejects.toMatchObject({ code: 'INVALID' })
    await box.experiments.create({ body: experiment('e') })
    const answer = box.experiments.summary()
    const code = answer.then(
      () => 'OK',
      (error) => error.code,
    )
    await nextTurn()
    await box.close()
    expect(await code).toBe('UNAVAILABLE')
  })

  it('is shown for the experiments that the caller may read', async () => {
    const { box } = await boxWith(['a:x', 'b:x'])
    const api = box.as({ id: 'ann', authorizedPatterns: 'a:*$$$R' })
    expect((await api.experiments.summary()).results.map(({ id }) => id)).toEqual(['a:x'])
    expect((await api.experiments.summary()).metadata.count).toBe(1)
  })

  it('has an address that no experiment can have', async () => {
    const body = experiment('_summary')
    await expect(createSignalbox().experiments.create({ body })).rejects.toMatchObject({
      fieldErrors: { '/id': [{ message: 'error.reserved' }] },
    })
  })
})
