import type { Evaluator } from '../../candidates/candidate.ts'
import { compareAnswers } from '../../candidates/compare-answers.ts'
import { flagd } from '../../candidates/flagd.ts'
import { growthBook } from '../../candidates/growthbook.ts'
import { handWritten } from '../../candidates/hand-written.ts'
import { closureCandidate, handleCandidate, indexed } from '../../candidates/handles.ts'
import { signalbox } from '../../candidates/signalbox.ts'
import { toCandidate } from '../../candidates/to-candidate.ts'
import { unleash } from '../../candidates/unleash.ts'
import { type Effort, race } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'
import { type MixedFeature, manyUsers, mixedFeatures, questions, type User } from '../../workload.ts'

const FEATURES = 1000
const USERS = 1000
const MOST = 2
/** Checks by handles in the time of one by a closure. */
const LEAST_BY_HANDLE = 0.5

/** The cost of a check, compared with hand-written closures and with other SDKs. */
export const features: RowGroup = {
  title: 'A check of 1,000 mixed features by 1,000 users, in process',
  async measure(effort) {
    const users = manyUsers(USERS)
    const mixed = mixedFeatures(FEATURES, users)
    const evaluators: Evaluator[] = []
    for (const setup of [handWritten, signalbox, flagd, growthBook, unleash]) evaluators.push(await setup(mixed))
    const [byHand, ...others] = evaluators as [Evaluator, ...Evaluator[]]
    for (const other of others) await compareAnswers(other, byHand, { features: mixed, users: users.slice(0, 200) })

    const order = questions(FEATURES, USERS)
    const standings = await race(
      evaluators.map((one) => toCandidate(one, mixed, users, order)),
      effort,
    )
    for (const one of evaluators) await one.close()
    const rows = standings.map(
      ({ name, nanoseconds, ratio }, index): Row => ({
        what: name,
        figure: `${nanoseconds.toFixed(0)} ns`,
        ratio: `${ratio.toFixed(2)} × by hand`,
        ...(index === 1 && { goal: `≤ ${MOST}`, met: ratio <= MOST }),
      }),
    )
    return [...rows, ...(await byHandle(mixed, users, effort))]
  },
}

/** The same checks without looking up an id, per CPU second. Rejects if a handle disagrees with its closure. */
export async function handleTimes(features: readonly MixedFeature[], users: readonly User[], effort: Effort) {
  const { tests, handles, close } = await indexed(features)
  for (const [i, { id }] of features.entries())
    for (const user of users.slice(0, 200))
      if (handles[i]!.isActive(user) !== tests[i]!(user)) throw new Error(`The handle of ${id} is wrong for ${user.id}`)
  const order = questions(features.length, users.length)
  const [byHand, own] = await race(
    [closureCandidate(tests, users, order), handleCandidate(handles, users, order)],
    effort,
  )
  await close()
  return { byHand: byHand!, own: own! }
}

async function byHandle(features: readonly MixedFeature[], users: readonly User[], effort: Effort): Promise<Row[]> {
  const { byHand, own } = await handleTimes(features, users, effort)
  const checks = 1 / own.ratio
  return [
    { what: byHand.name, figure: `${byHand.nanoseconds.toFixed(0)} ns` },
    {
      what: own.name,
      figure: `${own.nanoseconds.toFixed(0)} ns`,
      ratio: `${checks.toFixed(2)} of the checks by the array`,
      goal: `≥ ${LEAST_BY_HANDLE}`,
      met: checks >= LEAST_BY_HANDLE,
    },
  ]
}
