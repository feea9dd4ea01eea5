import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attempt, backendOf, type How, knownBackends, routeTo } from './backends.fixture.ts'
import { balancers } from './balancers/index.ts'
import { type Happening, judge, rules } from './naive.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { maxErrors, sampleInterval, consecutive, base, redAfter, greenAfter } = rules

const settings = {
  client: { maxErrors, sampleInterval },
  // Ejections get longer for ever, so that the model need not know when they get shorter.
  outlier: { consecutiveFailures: consecutive, interval: 1e12, baseEjection: base, maxEjection: 1e12, maxEjected: 0.5 },
}

const targets = fc.array(
  fc.record({
    weight: fc.constantFrom(0, 1, 1, 3),
    backup: fc.constantFrom(true, false, false),
    drained: fc.constantFrom(true, false, false, false),
  }),
  { maxLength: 5 },
)

const ways: readonly How[] = ['ok', 'status 503', 'refused', 'reset', 'left', 'overloaded']
const event = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 200, 999, 1000, 3001) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('begin' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      which: fc.nat(100),
      how: fc.constantFrom(...ways, 'refused' as const, 'reset' as const, 'status 503' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('check' as const), which: fc.nat(4), isGood: fc.boolean() }) },
)

it('whatever happens, the chosen target is usable, and none is chosen only if none is usable', () => {
  fc.assert(
    fc.property(
      targets,
      fc.constantFrom(...Object.keys(balancers)),
      fc.boolean(),
      fc.array(event, { maxLength: 200, size: 'max' }),
      (some, type, blockOnRed, events) => {
        const health_check = { enabled: true, url: '/', unhealthyAfter: redAfter, healthyAfter: greenAfter, blockOnRed }
        const backend = backendOf(some, { ...settings, health_check, load_balancing: { type } })
        const { backends, time } = knownBackends()
        backends.retain(routeTo(backend))
        const state = backends.of(backend)
        const histories: Happening[][] = some.map(() => [])
        const inFlight: { place: number; number: number; end: (how: How, at: number) => void }[] = []

        /** The targets that may be chosen, by their places. */
        function expected(): { places: number[]; cause: string } {
          const all = some.map(({ weight, drained, backup }, place) => ({
            ...{ place, backup, serves: weight > 0 && !drained },
            ...judge(histories[place]!),
          }))
          const serving = all.filter(({ serves }) => serves)
          const well = serving.filter(({ isRed, ejectedUntil }) => !isRed && time.now >= ejectedUntil)
          const open = (list: typeof all) => list.filter(({ passes }) => passes(time.now))
          const isFew = well.length < serving.length / 2 && !blockOnRed
          const onlyBackups = open(well).length > 0 && open(well).every(({ backup }) => backup)
          const pool = isFew && !onlyBackups ? serving : well
          const awake = open(pool).filter(({ rests }) => !rests(time.now))
          const taking = awake.length > 0 ? awake : open(pool)
          const primaries = taking.filter(({ backup }) => !backup)
          return {
            places: (primaries.length > 0 ? primaries : taking).map(({ place }) => place),
            cause: pool.length > 0 ? 'errors.backend.circuit.open' : 'errors.backend.unavailable',
          }
        }

        let number = 0
        for (const one of events) {
          time.now++
          if (one.kind === 'wait') time.now += one.ms
          else if (one.kind === 'check' && some.length > 0) {
            const place = one.which % some.length
            state.targets[place]!.server.checked(one.isGood, '', time.now)
            histories[place]!.push({ kind: 'checked', isGood: one.isGood })
          } else if (one.kind === 'begin') {
            const { places, cause } = expected()
            const { name, unusable, end } = attempt(state, time.now)
            if (unusable) expect([unusable, places]).toEqual([cause, []])
            else {
              const place = state.targets.findIndex((target) => target.name === name)
              expect(places).toContain(place)
              histories[place]!.push({ kind: 'began', at: time.now, attempt: ++number })
              inFlight.push({ place, number, end })
            }
          } else if (one.kind === 'end' && inFlight.length > 0) {
            const [ended] = inFlight.splice(one.which % inFlight.length, 1)
            const { place, end } = ended!
            const { server } = state.targets[place]!
            const before = server.ejections
            end(one.how, time.now)
            histories[place]!.push({ kind: 'ended', at: time.now, attempt: ended!.number, how: one.how })
            if (server.ejections > before) {
              histories[place]!.push({ kind: 'ejected', at: time.now })
              const ejected = histories.filter((history) => judge(history).ejectedUntil > time.now).length
              expect(ejected).toBeLessThanOrEqual(some.length / 2)
            }
          }
        }
        expect(state.targets.reduce((sum, target) => sum + target.inFlight, 0)).toBe(inFlight.length)
        backends.close()
      },
    ),
    { numRuns: 400 },
  )
})
