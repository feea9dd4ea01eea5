import type { Feature, Signalbox } from '@signalbox/core'
import type { Segment } from '@signalbox/core/contract'
import { targetsIn } from '@signalbox/core/targeting'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { context, goodId, instant, referringFeatures, segments } from './arbitraries.fixture.ts'
import { doors, doorsAtOnce, doorsWithContext, openHouse, type Setting } from './doors.fixture.ts'
import { fixedClock } from './fixed-clock.ts'

/** Ids without the segment `active`, which trees reserve for the feature itself. */
const plainId = goodId.filter((id) => !id.split(':').includes('active'))

const isScripted = ({ activationStrategy }: Feature) => /SCRIPT$/.test(activationStrategy)

/** Features of all strategies. Scripts in features are one of the words that the engine knows, or an unknown one. */
const features = fc
  .tuple(referringFeatures(plainId), fc.infiniteStream(fc.constantFrom('yes', 'no', 'named', 'fails')))
  .map(([all, words]) =>
    all.map((one) =>
      one.activationStrategy === 'SCRIPT'
        ? { ...one, parameters: { type: 'javascript' as const, script: words.next().value } }
        : one,
    ),
  )

/** Writes records one by one, and skips records that the service rejects. */
async function write(
  box: Signalbox,
  { features, segments }: { readonly features: readonly Feature[]; readonly segments: readonly Segment[] },
) {
  const unlessRejected = (error: { readonly code?: string }) => {
    if (error.code !== 'INVALID' && error.code !== 'CONFLICT') throw error
  }
  for (const one of segments) await box.segments.import({ body: [one], strategy: 'Replace' }).catch(unlessRejected)
  for (const one of features) await box.features.import({ body: [one], strategy: 'Replace' }).catch(unlessRejected)
}

/** Whether a feature refers, directly or indirectly, to what does not exist: then only the server answers. */
function missingReferences(features: readonly Feature[], segments: readonly Segment[]) {
  const records = new Map<string, object>([
    ...features.map((one) => [`feature/${one.id}`, one] as const),
    ...segments.map((one) => [`segment/${one.id}`, one] as const),
  ])
  return function refersToMissing(record: object, seen = new Set<object>()): boolean {
    if (seen.has(record)) return false
    seen.add(record)
    if ('enabled' in record && !record.enabled) return false
    return [...targetsIn(record).keys()].some((key) => {
      const target = records.get(key)
      return !target || refersToMissing(target, seen)
    })
  }
}

const scene = fc.record({
  /** The features that exist before anyone reads. */
  before: features,
  /** The features written while flags are held; some replace earlier ones. */
  after: features,
  segmentsBefore: segments,
  segmentsAfter: segments,
  deleted: fc.constantFrom('none', 'a', 'a:b', 'b'),
  timeZone: fc.constantFrom('UTC', 'Europe/Paris', 'Asia/Kolkata', 'America/New_York'),
  bucketing: fc.constantFrom('murmur3' as const, 'classic' as const),
  asked: fc.array(fc.record({ now: instant, context: fc.option(context, { nil: undefined }) }), {
    minLength: 1,
    maxLength: 3,
  }),
})

describe('whether a feature is active', () => {
  it('is the same for every operation, feature, context, time and zone', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ before, after, segmentsBefore, segmentsAfter, deleted, asked, ...rest }) => {
        const { clock, set } = fixedClock(asked[0]!.now)
        const setting: Setting = { ...rest, clock }
        const house = await openHouse(setting, async (box, follow) => {
          await box.scripts.create({ body: { id: 'a', name: 'A', source: { type: 'javascript', script: 'named' } } })
          await write(box, { features: before, segments: segmentsBefore })
          await follow()
          await write(box, { features: after, segments: segmentsAfter })
          await box.features.deleteMany({ pattern: deleted, force: true })
          await box.segments.deleteMany({ pattern: deleted, force: true })
        })
        try {
          const { results: all } = await house.box.features.list({ pageSize: 1000 })
          const { results: segments } = await house.box.segments.list({ pageSize: 1000 })
          const refersToMissing = missingReferences(all, segments)
          const isLocal = (one: Feature) => !isScripted(one) && !refersToMissing(one)
          const plain = all.filter(isLocal).map(({ id }) => id)
          const ids = [...plain, ...all.filter((one) => !isLocal(one)).map(({ id }) => id)]
          for (const { now, context } of asked) {
            set(now)
            const active = await doors['features.check or checkWith'](house, ids, context)
            const asking = context ? { ...doors, ...doorsWithContext } : doors
            for (const [name, ask] of Object.entries(asking))
              expect([name, await ask(house, ids, context)]).toEqual([name, active])
            for (const [name, ask] of Object.entries(doorsAtOnce))
              expect([name, await ask(house, plain, context)]).toEqual([name, active.slice(0, plain.length)])
          }
        } finally {
          await house.close()
        }
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })
})
