import type { MixedFeature, User } from '../workload.ts'

/** What evaluates features: the user is passed in the shape that `toContext` gave. */
export interface Evaluator {
  readonly name: string
  /** What percentages choose users by; evaluators that name the same choose the same. */
  readonly hash: string
  isActive(id: string, context: unknown): boolean
  toContext(user: User): unknown
  close(): unknown
}

/** Sets an evaluator up with features. */
export type Setup = (features: readonly MixedFeature[]) => Promise<Evaluator>

/** The epoch milliseconds of a local date in UTC. */
export const toInstant = (date: string): number => Date.parse(`${date.replace(' ', 'T')}Z`)
