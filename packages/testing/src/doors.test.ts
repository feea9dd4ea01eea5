import type { Feature } from '@signalbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { context, featuresUnder, goodId, instant } from './arbitraries.fixture.ts'
import type { Setting } from './doors.fixture.ts'
import { doors, doorsAtOnce, doorsWithContext, openHouse } from './doors.fixture.ts'
import { fixedClock } from './fixed-clock.ts'

/** Ids without the segment `active`, which trees reserve for the feature itself. */
const plainId = goodId.filter((id) => !id.split(':').includes('active'))

const isScripted = ({ activationStrategy }: Feature) => /SCRIPT$/.test(activationStrategy)

/** Features of all strategies. Scripts in features are one of the words that the engine knows, or an unknown one. */
const features = fc
  .tuple(featuresUnder(plainId), fc.infiniteStream(fc.constantFrom('yes', 'no', 'named', 'fails')))
  .map(([all, words]) =>
    all.map((one) =>
      one.activationStrategy === 'SCRIPT'
        ? { ...one, parameters: { type: 'javascript' as const, script: words.next().value } }
        : one,
    ),
  )

const scene = fc.record({
  /** The features that exist before anyone reads. */
  before: features,
  /** The features written while flags are held; some replace earlier ones. */
  after: features,
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
      fc.asyncProperty(scene, async ({ before, after, deleted, asked, ...rest }) => {
        const { clock, set } = fixedClock(asked[0]!.now)
        const setting: Setting = { ...rest, clock }
        const house = await openHouse(setting, async (box, follow) => {
          await box.scripts.create({ body: { id: 'a', name: 'A', source: { type: 'javascript', script: 'named' } } })
          await box.features.import({ body: before })
          await follow()
          await box.features.import({ body: after, strategy: 'Replace' })
          await box.features.deleteMany({ pattern: deleted })
        })
        try {
          const { results: all } = await house.box.features.list({ pageSize: 1000 })
          const plain = all.filter((one) => !isScripted(one)).map(({ id }) => id)
          const ids = [...plain, ...all.filter(isScripted).map(({ id }) => id)]
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
