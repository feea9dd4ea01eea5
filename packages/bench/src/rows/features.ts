import type { Evaluator } from '../candidates/candidate.ts'
import { compareAnswers } from '../candidates/compare-answers.ts'
import { flagd } from '../candidates/flagd.ts'
import { growthBook } from '../candidates/growthbook.ts'
import { handWritten } from '../candidates/hand-written.ts'
import { signalbox } from '../candidates/signalbox.ts'
import { toCandidate } from '../candidates/to-candidate.ts'
import { unleash } from '../candidates/unleash.ts'
import { race } from '../harness.ts'
import type { Row, RowGroup } from '../row.ts'
import { manyUsers, mixedFeatures, questions } from '../workload.ts'

const FEATURES = 1000
const USERS = 1000
const MOST = 2

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
    return standings.map(
      ({ name, nanoseconds, ratio }, index): Row => ({
        what: name,
        figure: `${nanoseconds.toFixed(0)} ns`,
        ratio: `${ratio.toFixed(2)} × by hand`,
        ...(index === 1 && { goal: `≤ ${MOST}`, met: ratio <= MOST }),
      }),
    )
  },
}
