import { createSignalbox } from '@signalbox/core'
import type { Evaluator } from '../../candidates/candidate.ts'
import { compareAnswers } from '../../candidates/compare-answers.ts'
import { flagd } from '../../candidates/flagd.ts'
import { growthBook } from '../../candidates/growthbook.ts'
import { handWritten } from '../../candidates/hand-written.ts'
import { launchDarkly } from '../../candidates/launchdarkly.ts'
import { signalbox } from '../../candidates/signalbox.ts'
import { toCandidate } from '../../candidates/to-candidate.ts'
import { unleash } from '../../candidates/unleash.ts'
import { type Effort, median, race, type Standing } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'
import {
  asRules,
  type MixedFeature,
  mixedFeatures,
  questions,
  targetedFeatures,
  targetedUsers,
  type User,
} from '../../workload.ts'

const FEATURES = 1000
const USERS = 1000
const MOST = 2
const LISTED = 10_000
const MOST_OF_LIST = 1.5
const MOST_MS = 20

/** Other SDKs, and how many times the CPU time of Signalbox each should at least take per evaluation. */
const peers = [
  { setup: flagd, goal: 3 },
  { setup: growthBook, goal: 5 },
  { setup: unleash, goal: 10 },
  { setup: launchDarkly, goal: 10 },
]

/** The cost of targeting: rules over attributes, long lists of values, and changes of segments. */
export const targeting: RowGroup = {
  title: 'Targeting: 1,000 features (on/off, percentage, date, attribute) by 1,000 users, in process',
  async measure(effort) {
    const users = targetedUsers(USERS)
    const times = await targetingTimes(targetedFeatures(FEATURES, users), users, effort)
    const [one, list, set] = await listTimes(effort)
    const { used, unused } = await segmentTimes({ features: 100_000, users: 1000, rounds: effort.rounds })
    return [
      ...toRows(times),
      { what: 'an attribute that is one value', figure: nanoseconds(one), ratio: '1.00' },
      {
        what: `an attribute that is one of ${LISTED.toLocaleString('en')} values`,
        figure: nanoseconds(list),
        ratio: list.ratio.toFixed(2),
        goal: `≤ ${MOST_OF_LIST}`,
        met: list.ratio <= MOST_OF_LIST,
      },
      { what: 'the same by hand, with a `Set`', figure: nanoseconds(set), ratio: set.ratio.toFixed(2) },
      { what: 'a change of a segment that no feature uses', figure: `${unused.toFixed(2)} ms`, ratio: '1.00' },
      {
        what: 'a change of a segment used by 1,000 of 100,000 features, until `isActive` uses it for all of them',
        figure: `${used.toFixed(2)} ms`,
        ratio: (used / unused).toFixed(2),
        goal: `≤ ${MOST_MS} ms`,
        met: used <= MOST_MS,
      },
    ]
  },
}

const nanoseconds = (standing: Standing) => `${standing.nanoseconds.toFixed(0)} ns`

type Times = Awaited<ReturnType<typeof targetingTimes>>

function toRows({ byHand, own, allRules, others }: Times): Row[] {
  const signalboxRow = (one: Standing): Row => {
    const ratio = one.ratio / byHand.ratio
    return {
      what: one.name,
      figure: nanoseconds(one),
      ratio: `${ratio.toFixed(2)} × by hand`,
      goal: `≤ ${MOST}`,
      met: ratio <= MOST,
    }
  }
  return [
    { what: byHand.name, figure: nanoseconds(byHand), ratio: '1.00 × by hand' },
    signalboxRow(own),
    signalboxRow(allRules),
    ...others.map((one, i): Row => {
      const { goal } = peers[i]!
      return {
        what: one.name,
        figure: nanoseconds(one),
        ratio: `${one.ratio.toFixed(1)} × Signalbox`,
        goal: `≥ ${goal}`,
        met: one.ratio >= goal,
      }
    }),
  ]
}

/** The time of checks by each evaluator, as a multiple of Signalbox's. Rejects if their answers differ. */
export async function targetingTimes(features: readonly MixedFeature[], users: readonly User[], effort: Effort) {
  const [own, byHand, rules] = [
    await signalbox(features),
    await handWritten(features),
    await signalbox(asRules(features)),
  ]
  const evaluators: Evaluator[] = [own, byHand, { ...rules, name: `${rules.name}, each feature with one rule` }]
  for (const { setup } of peers) evaluators.push(await setup(features))
  for (const one of evaluators) await compareAnswers(one, byHand, { features, users: users.slice(0, 200) })
  const order = questions(features.length, users.length)
  const standings = await race(
    evaluators.map((one) => toCandidate(one, features, users, order)),
    effort,
  )
  for (const one of evaluators) await one.close()
  const [first, second, third, ...others] = standings as [Standing, Standing, Standing, ...Standing[]]
  return { own: first, byHand: second, allRules: third, others }
}

/**
 * The time of checks of an attribute that is one value, of one that is one of 10,000, and of the latter by hand. Half of
 * the users match a value of the list.
 */
export async function listTimes(effort: Effort): Promise<[Standing, Standing, Standing]> {
  const texts = Array.from({ length: LISTED }, (_, i) => `company ${i}`)
  const users = targetedUsers(USERS).map((user, i) => ({ ...user, company: i % 2 ? `another ${i}` : texts[i * 10] }))
  const order = questions(1, USERS)
  const candidates = [
    [signalbox, texts.slice(0, 1)],
    [signalbox, texts],
    [handWritten, texts],
  ] as const
  const standings = await race(
    await Promise.all(
      candidates.map(async ([setup, values]) => {
        const when = { attribute: 'company', operator: 'is', values } as const
        const feature = {
          id: 'list',
          enabled: true,
          activationStrategy: 'RULES',
          parameters: { rules: [{ when }] },
        } as const
        return toCandidate(await setup([feature]), [feature], users, order)
      }),
    ),
    effort,
  )
  return standings as [Standing, Standing, Standing]
}

/** How many features there are, how many of them use the segment, and how often it is changed. */
interface Changes {
  readonly features: number
  readonly users: number
  readonly rounds: number
}

/**
 * The median time, in milliseconds, from the call that changes a segment until `isActive` uses it for all features that
 * refer to it; and that of a segment that no feature refers to.
 */
export async function segmentTimes({ features, users, rounds }: Changes) {
  const box = createSignalbox()
  const clients = targetedUsers(USERS)
  for (const id of ['used', 'unused']) await box.segments.create({ body: { id } })
  const every = features / users
  const body = mixedFeatures(features, clients).map((feature, number): MixedFeature => {
    if (number % every > 0) return feature
    const { id } = feature
    return { id, enabled: true, activationStrategy: 'RULES', parameters: { rules: [{ when: { segment: 'used' } }] } }
  })
  await box.features.import({ body })
  const dependents = body.filter((_, number) => number % every === 0).map(({ id }) => id)
  const context = { id: 'ann' }
  const durations: Record<string, number[]> = { used: [], unused: [] }
  for (let round = 0; round < rounds * 2; round++)
    for (const id of ['used', 'unused']) {
      const isIn = round % 2 === 0
      const start = performance.now()
      await box.segments.patch({ id, body: { included: isIn ? [context.id] : [] } })
      if (id === 'used' && !dependents.every((feature) => box.isActive(feature, context) === isIn))
        throw new Error('The change is not visible in every feature')
      durations[id]!.push(performance.now() - start)
    }
  await box.close()
  return { used: median(durations.used!), unused: median(durations.unused!) }
}
