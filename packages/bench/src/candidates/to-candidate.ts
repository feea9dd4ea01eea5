import type { Candidate } from '../harness.ts'
import { type MixedFeature, QUESTIONS, type Questions, type User } from '../workload.ts'
import type { Evaluator } from './candidate.ts'

type MakeLoop = (
  isActive: Evaluator['isActive'],
  ids: readonly string[],
  contexts: readonly unknown[],
  order: Questions,
) => Candidate['run']

/** Creates a candidate that asks an evaluator the questions in order. Ids are literals, as in callers' code. */
export function toCandidate(
  { name, isActive, toContext }: Evaluator,
  features: readonly MixedFeature[],
  users: readonly User[],
  order: Questions,
): Candidate {
  const ids = new Function(`return ${JSON.stringify(features.map(({ id }) => id))}`)() as string[]
  const contexts = users.map(toContext)
  const isLate = isActive(ids[0]!, contexts[0]) instanceof Promise
  return { name, run: makeLoop(isLate)(isActive, ids, contexts, order) }
}

/**
 * Compiles separate code for each candidate: with a shared loop, the engine would optimize it for none of them. The loop
 * awaits each answer only of evaluators that answer later.
 */
const makeLoop = (isLate: boolean) =>
  new Function(
    'isActive, ids, contexts, { asked, asker }',
    `let at = 0
     return ${isLate ? 'async ' : ''}(times) => {
       let active = 0
       for (let i = 0; i < times; i++, at++) {
         const question = at & ${QUESTIONS - 1}
         if (${isLate ? 'await ' : ''}isActive(ids[asked[question]], contexts[asker[question]])) active++
       }
       return active
     }`,
  ) as MakeLoop
