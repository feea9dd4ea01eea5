import { createSignalbox } from '@signalbox/core'
import { generatingStore } from '../generating-store.ts'
import type { Candidate } from '../harness.ts'
import { type MixedFeature, QUESTIONS, type Questions, type User } from '../workload.ts'
import { toTest } from './hand-written.ts'

/** A handle of a feature, as `box.flag` returns it. */
interface Handle {
  isActive(user: User): boolean
}

/** Features in arrays, so that a check looks up no id: closures by hand, and handles of Signalbox. */
export async function indexed(features: readonly MixedFeature[]) {
  const box = createSignalbox({ store: generatingStore(features.length, (number) => features[number]!) })
  await box.ready()
  return {
    tests: features.map(toTest),
    handles: features.map(({ id }): Handle => box.flag(id)),
    close: box.close,
  }
}

/** Checks with closures by hand. */
export const closureCandidate = (
  tests: readonly Handle['isActive'][],
  users: readonly User[],
  order: Questions,
): Candidate => ({
  name: 'array of closures, by hand',
  run: makeLoop('features[asked[question]](users[asker[question]])')(tests, users, order),
})

/** Checks with handles. */
export const handleCandidate = (handles: readonly Handle[], users: readonly User[], order: Questions): Candidate => ({
  name: 'Signalbox, array of handles (`box.flag`)',
  run: makeLoop('features[asked[question]].isActive(users[asker[question]])')(handles, users, order),
})

type MakeLoop = (features: readonly unknown[], users: readonly User[], order: Questions) => Candidate['run']

/** Compiles separate code for each candidate: with a shared loop, the engine would optimize it for none of them. */
const makeLoop = (check: string) =>
  new Function(
    'features, users, { asked, asker }',
    `let at = 0
     return (times) => {
       let active = 0
       for (let i = 0; i < times; i++, at++) {
         const question = at & ${QUESTIONS - 1}
         if (${check}) active++
       }
       return active
     }`,
  ) as MakeLoop
