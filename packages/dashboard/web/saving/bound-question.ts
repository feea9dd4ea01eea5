import type { Question } from '../confirm/question.ts'
import { counted, listed } from '../words/words.ts'
import { errorsOf } from './problems.ts'

const BOUND = 'error.variant.bound'

/** Whether the service rejected a write because it would remove variants that clients are bound to. */
export const isBound = (error: unknown): boolean => boundIn(error).length > 0

const boundIn = (error: unknown): readonly string[] =>
  errorsOf(error).find(({ message }) => message === BOUND)?.args ?? []

/** A variant, with how many clients are bound to it. */
interface Populated {
  readonly id: string
  readonly name: string
  readonly currentPopulation?: number
}

/** What the user is asked before variants are removed together with the bindings of their clients. */
export function boundQuestion(error: unknown, variants: readonly Populated[]): Question {
  const bound = boundIn(error)
  const lost = variants.filter(({ id }) => bound.includes(id))
  const ids = listed(bound)
  return {
    title: bound.length === 1 ? `Remove variant ${ids}?` : `Remove variants ${ids}?`,
    action: 'Remove and save',
    danger: true,
    means: [
      ...lost.map(
        ({ id, currentPopulation = 0 }) =>
          `${counted(currentPopulation, 'client is', 'clients are')} bound to variant ${id}, and ${currentPopulation === 1 ? 'loses' : 'lose'} it.`,
      ),
      'Their next call binds them to another variant. Undo brings the variant back, but not their bindings.',
    ],
  }
}
