import type { Results } from '@signalbox/core/contract'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { beliefSentences } from './belief.ts'
import { notesOf } from './notes.ts'
import { verdictOf } from './verdict.ts'

const bound = fc.oneof(fc.double({ min: -1, max: 3, noNaN: true }), fc.constantFrom(0, -0.1, 0.1, 1e-9, 1e9))
const interval = fc
  .tuple(bound, bound)
  .map(([one, other]): [number, number] => [Math.min(one, other), Math.max(one, other)])
const uplift = fc.option(fc.record({ uplift: bound, interval }), { nil: undefined })
const share = fc.double({ min: 0, max: 1, noNaN: true })

const variantResult = (at: number) =>
  fc
    .record({
      users: fc.nat({ max: 100_000 }),
      part: share,
      uplift,
      sequential: uplift,
      best: share,
      loss: share,
      enough: fc.boolean(),
    })
    .map(({ users, part, uplift, sequential, best, loss, enough }) => {
      const converted = Math.floor(users * part)
      const rate = users === 0 ? 0 : converted / users
      return {
        variant: { id: `v${at}`, name: at === 1 ? 'new button' : '', traffic: 0.5, currentPopulation: users },
        ...{ displayed: users, won: converted, transformation: rate * 100, users, converted, rate },
        ...{ interval: [rate / 2, (1 + rate) / 2], credible: [rate / 2, (1 + rate) / 2] },
        ...(at > 0 && uplift && { uplift }),
        ...(at > 0 && sequential && { sequential }),
        ...(at > 0 && { enough }),
        ...{ probabilityBest: best, expectedLoss: loss },
      }
    })

const results = fc
  .record({
    all: fc
      .integer({ min: 1, max: 6 })
      .chain((size) => fc.tuple(...Array.from({ length: size }, (_, at) => variantResult(at)))),
    enabled: fc.boolean(),
    phases: fc.array(share, { maxLength: 3 }),
    p: fc.oneof(share, fc.constantFrom(0, 1e-300)),
    perArm: fc.option(fc.nat({ max: 50_000 }), { nil: undefined }),
    daysToGo: fc.option(fc.nat(), { nil: undefined }),
  })
  .map(({ all, enabled, phases, p, perArm, daysToGo }) => ({
    experiment: { id: 'e', name: 'e', enabled, tags: [], metadata: {}, variants: all.map(({ variant }) => variant) },
    results: all,
    sampleRatioMismatch: { p, alarm: p < 0.001, phases },
    ...(perArm !== undefined && { sampleSize: { perArm, ...(daysToGo !== undefined && { daysToGo }) } }),
    series: [],
  })) as unknown as fc.Arbitrary<Results>

const reading = fc.record({
  view: fc.constantFrom('sequential' as const, 'fixed' as const),
  planned: fc.option(fc.integer({ min: 1, max: 50_000 }), { nil: undefined }),
})

it('never says to ship a variant whose interval includes 0 in the view, or under an alarm', () => {
  fc.assert(
    fc.property(results, reading, (found, how) => {
      const verdict = verdictOf(found, how)
      if (found.sampleRatioMismatch.alarm) {
        expect([verdict.kind, beliefSentences(found)]).toEqual(['alarm', []])
        return
      }
      const intervals = found.results.map(
        ({ uplift, sequential }) => (how.view === 'fixed' ? uplift : sequential)?.interval,
      )
      const isShipped = /\bShip\b/.test([verdict.headline, ...verdict.why].join(' '))
      expect(isShipped).toBe(verdict.kind === 'ship')
      if (isShipped) expect(intervals.some((one) => one !== undefined && one[0] > 0)).toBe(true)
      const isWorse = intervals.some((one) => one !== undefined && one[1] < 0)
      if (verdict.kind === 'keep') expect(isWorse).toBe(true)
      if (['ship', 'keep', 'same'].includes(verdict.kind)) expect(found.results.some(({ enough }) => enough)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

it('decides in the fixed view only at the planned end', () => {
  fc.assert(
    fc.property(results, fc.integer({ min: 1, max: 50_000 }), (found, planned) => {
      const { kind } = verdictOf(found, { view: 'fixed', planned })
      const isBefore = found.results.some(({ users }) => users > 0 && users < planned)
      if (isBefore) expect(['early', 'alarm', 'unseen', 'alone']).toContain(kind)
    }),
  )
})

it('writes sentences, not numbers that are none', () => {
  fc.assert(
    fc.property(results, reading, (found, how) => {
      const { headline, why } = verdictOf(found, how)
      for (const sentence of [headline, ...why, ...beliefSentences(found), ...notesOf(found)]) {
        expect(sentence).toMatch(/\.$/)
        expect(sentence).not.toMatch(/NaN|Infinity|undefined|∞|-\d|e[-+]\d|null/)
      }
    }),
    { numRuns: 1000 },
  )
})
