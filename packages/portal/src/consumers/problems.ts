import { errorCodes, type Problem, type SignalboxError } from '@signalbox/core/errors'

/** What is wrong with a form, by the name of the field; what concerns no field has the empty name. */
export type FormProblems = Readonly<Record<string, string>>

/** Words for the problems of fields. `%` is the argument. */
const words: Readonly<Record<string, string>> = {
  'error.required': 'Fill this in.',
  'error.enum': 'Choose one of the options.',
  'error.type': 'This value has the wrong type.',
  'error.length.minimum': 'Use at least % characters.',
  'error.length.maximum': 'Use at most % characters.',
  'error.pattern': 'Enter a valid value.',
  'error.unknown.field': 'The questions have changed. Check the form and send it again.',
}

/** Words for failures whose messages are for programs: they name ids and parameters. */
const failures: Readonly<Record<string, string>> = {
  'error.application.subscribed':
    'This application has open subscriptions. Close each of them on its page, then delete the application.',
  'error.rotation.grace':
    'The key was already rotated, and the previous one still works. Rotate it again once that one has stopped. If the key has leaked, tick the box: both keys stop at once.',
}

/** The fields of a form that belong to members of a call, by JSON pointer. */
export type Fields = Readonly<Record<string, string>>

/** What a form says of its fields. */
interface Said {
  readonly renamed?: Fields
  readonly sayings?: Readonly<Record<string, string>>
}

/** What to say at which field, for a call that failed. What concerns no field is said above the form. */
export function problemsOf(
  error: SignalboxError,
  fields: readonly string[],
  { renamed = {}, sayings = {} }: Said,
): FormProblems {
  const found: Record<string, string> = {}
  const others: string[] = []
  for (const [pointer, [first]] of Object.entries(error.fieldErrors)) {
    const name = renamed[pointer] ?? pointer.slice(1).replaceAll('/', '.')
    if (first && fields.includes(name)) found[name] = sayings[name] ?? inWords(first)
    else if (first) others.push(inWords(first))
  }
  if (Object.keys(found).length === 0 || others.length > 0) found[''] = said(error)
  return found
}

/** The status of the answer to a form. */
export const statusOf = ({ code }: SignalboxError): number => errorCodes[code].status

const inWords = ({ message, args }: Problem): string =>
  (words[message] ?? 'Enter a valid value.').replace('%', args[0] ?? '')

const said = ({ errors, message }: SignalboxError): string =>
  errors.map((one) => failures[one.message]).find((one) => one !== undefined) ?? sentence(message)

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
