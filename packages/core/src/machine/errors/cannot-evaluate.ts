import { SignalboxError } from './errors.ts'

/**
 * Says that a stored record cannot be evaluated, such as a record of a later version: what follows from it, why, and what
 * to do. Errors of libraries are left out, because callers see this sentence.
 */
export function cannotEvaluate(record: string, effect: string, cause: unknown): string {
  const why = cause instanceof SignalboxError ? cause.message : 'the stored record is invalid'
  return `${record} cannot be evaluated, so ${effect}: ${why}. Run the version of Signalbox that wrote it, or replace it`
}
