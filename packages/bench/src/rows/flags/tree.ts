import { createSignalbox } from '@signalbox/core'
import type { Setup } from '../../candidates/candidate.ts'
import { handWritten } from '../../candidates/hand-written.ts'
import { signalbox } from '../../candidates/signalbox.ts'
import { toCandidate } from '../../candidates/to-candidate.ts'
import { generatingStore } from '../../generating-store.ts'
import { type Effort, race, type Standing } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'
import { manyUsers, mixedFeature, mixedFeatures, questions } from '../../workload.ts'

const FEW = 1000
const MANY = 100_000
const MOST_MS = 1
const MOST_RATIO = 2

const users = manyUsers(1000)

/** The cost of many features for callers who ask for few of them. */
export const tree: RowGroup = {
  title: 'Few features among many: 1,000 and 100,000',
  async measure(effort) {
    const [small, large] = (await raceTrees(effort)) as [Standing, Standing]
    const [few, many, all] = (await raceChecks(signalbox, effort)) as [Standing, Standing, Standing]
    const byHand = (await raceChecks(handWritten, effort)) as [Standing, Standing, Standing]
    const ms = large.nanoseconds / 1e6
    return [
      { what: 'tree of 100 among 1,000', figure: `${(small.nanoseconds / 1e6).toFixed(3)} ms`, ratio: '1.00' },
      {
        what: 'tree of 100 among 100,000',
        figure: `${ms.toFixed(3)} ms`,
        ratio: large.ratio.toFixed(2),
        goal: `< ${MOST_MS} ms`,
        met: ms < MOST_MS,
      },
      toRow('checks of 1,000 features, there being no others', few, byHand[0]),
      {
        ...toRow('checks of the same 1,000 among 100,000', many, byHand[1]),
        goal: `≤ ${MOST_RATIO}`,
        met: many.ratio <= MOST_RATIO,
      },
      toRow('checks of all 100,000, more than the caches of the processor hold', all, byHand[2]),
    ]
  },
}

const toRow = (what: string, own: Standing, byHand: Standing): Row => ({
  what: `${what} (by hand ${byHand.nanoseconds.toFixed(0)} ns, ${byHand.ratio.toFixed(2)})`,
  figure: `${own.nanoseconds.toFixed(0)} ns`,
  ratio: own.ratio.toFixed(2),
})

async function raceTrees(effort: Effort): Promise<Standing[]> {
  const input = { body: users[0]!, pattern: 'team7:*' }
  const boxes = [FEW, MANY].map((count) =>
    createSignalbox({ store: generatingStore(count, (number) => mixedFeature(number, users)) }),
  )
  for (const box of boxes) await box.ready()
  const standings = await race(
    boxes.map((box) => ({
      name: 'tree',
      async run(times: number) {
        for (let i = 0; i < times; i++) await box.features.treeWith(input)
      },
    })),
    effort,
  )
  for (const box of boxes) await box.close()
  return standings
}

/** The same 1,000 features, alone and among 100,000, and a run over all of these. */
async function raceChecks(setup: Setup, effort: Effort): Promise<Standing[]> {
  const all = mixedFeatures(MANY, users)
  const first = all.slice(0, FEW)
  const [small, large] = [await setup(first), await setup(all)]
  const [askedFew, askedAll] = [questions(FEW, users.length), questions(MANY, users.length)]
  const standings = await race(
    [
      toCandidate(small, first, users, askedFew),
      toCandidate(large, first, users, askedFew),
      toCandidate(large, all, users, askedAll),
    ],
    effort,
  )
  for (const one of [small, large]) await one.close()
  return standings
}
