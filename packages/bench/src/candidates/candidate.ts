import type { MixedFeature, User } from '../workload.ts'

/** An evaluator of features. Users are passed in the form that `toContext` returned. */
export interface Evaluator {
  readonly name: string
  /** The hash by which percentages choose users. Evaluators with the same name choose the same users. */
  readonly hash: string
  /** Some SDKs only answer later. */
  isActive(id: string, context: unknown): boolean | Promise<boolean>
  toContext(user: User): unknown
  close(): unknown
}

/** Creates an evaluator with features. */
export type Setup = (features: readonly MixedFeature[]) => Promise<Evaluator>

/** Converts a local date to epoch milliseconds, read as UTC. */
export const toInstant = (date: string): number => Date.parse(`${date.replace(' ', 'T')}Z`)
