import { type Problem, type SchemaError, schemaProblems } from '@signalbox/core/gateway'

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

/** The pointers and codes of problems, for a message to operators. Steps of pointers that are not names of the document are `*`. */
export const inOneLine = (fieldErrors: FieldErrors, names: ReadonlySet<string>): string =>
  Object.entries(fieldErrors)
    .slice(0, 5)
    .map(
      ([pointer, problems]) =>
        `${shown(pointer, names) || 'the body'} (${problems.map(({ message }) => message).join(', ')})`,
    )
    .join(', ')

const shown = (pointer: string, names: ReadonlySet<string>): string =>
  pointer
    .split('/')
    .map((step) => (step === '' || names.has(step.replaceAll('~1', '/').replaceAll('~0', '~')) ? step : '*'))
    .join('/')
