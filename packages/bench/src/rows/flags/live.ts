import type { Evaluator } from '../../candidates/candidate.ts'
import { compareAnswers } from '../../candidates/compare-answers.ts'
import { flagd } from '../../candidates/flagd.ts'
import { growthBook } from '../../candidates/growthbook.ts'
import { handWritten } from '../../candidates/hand-written.ts'
import { liveFlags } from '../../candidates/live.ts'
import { toCandidate } from '../../candidates/to-candidate.ts'
import { unleash } from '../../candidates/unleash.ts'
import { type Effort, race, type Standing } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'
import { type MixedFeature, manyUsers, mixedFeatures, questions, type User } from '../../workload.ts'
import { bytesHeld } from './memory.ts'

const FEATURES = 1000
const USERS = 1000
const CONFIGS = 10_000

/** The most bytes that a feature may take: what it takes in GrowthBook. */
const MOST_FEATURE = 345

/** The most bytes that a config may take beside its value. */
const MOST = 400

/** Other SDKs, and how many times the CPU time of `live` each should at least take per evaluation. */
const peers = [
  { setup: unleash, holder: 'unleash', goal: 10 },
  { setup: growthBook, holder: 'growthbook', goal: 5 },
  { setup: flagd, holder: 'flagd', goal: 3 },
] as const

/** The cost of a flag in an application: time per check and memory, compared with other SDKs. */
export const live: RowGroup = {
  title:
    'Flags in an application: 1,000 mixed features by 1,000 users, and the heap that 100,000 features and 10,000 configs take',
  measure: async (effort) => [...(await checks(effort)), ...(await memory())],
}

async function checks(effort: Effort): Promise<Row[]> {
  const users = manyUsers(USERS)
  const { own, others } = await checkTimes(mixedFeatures(FEATURES, users), users, effort)
  return [
    { what: `a check by ${own.name}`, figure: rate(own) },
    ...others.map((standing, i): Row => {
      const { goal } = peers[i]!
      const ratio = `${standing.ratio.toFixed(1)} × the time of live`
      return {
        what: `by ${standing.name}`,
        figure: rate(standing),
        ratio,
        goal: `≥ ${goal}`,
        met: standing.ratio >= goal,
      }
    }),
  ]
}

/** The time of checks with `live`, and with other SDKs in the order of the table. Throws if their answers differ. */
export async function checkTimes(features: readonly MixedFeature[], users: readonly User[], effort: Effort) {
  const evaluators: Evaluator[] = []
  for (const setup of [liveFlags, ...peers.map(({ setup }) => setup)]) evaluators.push(await setup(features))
  const byHand = await handWritten(features)
  for (const one of evaluators) await compareAnswers(one, byHand, { features, users: users.slice(0, 200) })
  const order = questions(features.length, users.length)
  const [own, ...others] = await race(
    evaluators.map((one) => toCandidate(one, features, users, order)),
    effort,
  )
  for (const one of evaluators) await one.close()
  return { own: own as Standing, others }
}

const rate = ({ nanoseconds }: Standing) => `${Math.round(1e9 / nanoseconds).toLocaleString('en')} /CPU s`

async function memory(): Promise<Row[]> {
  const own = await bytesHeld('live')
  const distinct = await bytesHeld('live-distinct')
  const rows: Row[] = [
    {
      what: 'bytes a feature in `live`, each checked once',
      figure: `${own.toFixed(0)} B`,
      goal: `≤ ${MOST_FEATURE} B`,
      met: own <= MOST_FEATURE,
    },
    { what: 'with lists that have no customer in common', figure: `${distinct.toFixed(0)} B` },
  ]
  for (const { holder } of peers) {
    const bytes = await bytesHeld(holder)
    rows.push({ what: `in ${holder}`, figure: `${bytes.toFixed(0)} B`, ratio: `${(bytes / own).toFixed(2)} × live` })
  }
  const typed = await bytesHeld('typed-configs', { count: CONFIGS })
  const ruled = await bytesHeld('ruled-configs', { count: CONFIGS })
  return [
    ...rows,
    {
      what: 'bytes a typed config in `live`, evaluated',
      figure: `${typed.toFixed(0)} B`,
      goal: `≤ ${MOST} B`,
      met: typed <= MOST,
    },
    {
      what: 'with a rule',
      figure: `${ruled.toFixed(0)} B`,
      ratio: `${(ruled / typed).toFixed(2)} × without`,
      goal: `≤ ${MOST} B`,
      met: ruled <= MOST,
    },
  ]
}
