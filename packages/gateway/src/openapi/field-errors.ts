import type { Problem, SchemaError } from '@signalbox/core/gateway'
import { schemaProblems } from '@signalbox/core/gateway'

/** Problems by JSON pointer. */
export type FieldErrors = Record<string, readonly Problem[]>

/** More problems than this are not listed. */
const MOST_PROBLEMS = 100

/** Adds the errors of a value at a pointer to a list of problems. No value of the request is part of them. */
export function addErrors(into: FieldErrors, at: string, errors: readonly SchemaError[]): void {
  const found = schemaProblems({} as never, undefined, errors.slice(0, MOST_PROBLEMS))
  for (const [pointer, problems] of Object.entries(found))
    if (Object.keys(into).length < MOST_PROBLEMS) into[at + pointer] = problems
}

/** The pointers and codes of problems, for a message to operators. */
export const inOneLine = (fieldErrors: FieldErrors): string =>
  Object.entries(fieldErrors)
    .slice(0, 5)
    .map(([pointer, problems]) => `${pointer || 'the body'} (${problems.map(({ message }) => message).join(', ')})`)
    .join(', ')
