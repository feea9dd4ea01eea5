import type { Problem, Problems } from '../errors.ts'
import { SignalboxError } from '../errors.ts'

/** Throws INVALID for problems of a workflow, if there are any; the message says what is wrong at the first places. */
export function refuseProblems(fieldErrors: Problems['fieldErrors']): void {
  const places = Object.entries(fieldErrors)
  if (places.length === 0) return
  const named = places
    .slice(0, MOST_NAMED)
    .map(([place, problems]) => `${place || 'the whole'} (${describe(problems)})`)
  const more = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more` : ''
  throw new SignalboxError('INVALID', `The workflow is not valid: see ${named.join(', ')}${more}`, { fieldErrors })
}

const MOST_NAMED = 5
/** Texts of the workflow are told up to so many characters. */
const LONGEST_TOLD = 60

/** What the codes mean in words; the others speak for themselves. */
const words: Readonly<Record<string, (args: readonly string[]) => string>> = {
  'error.required': () => 'is missing',
  'error.unknown.field': () => 'is no member of it',
  'error.type': (types) => `must be of the type ${types.join(' or ')}`,
  'error.enum': (values) => `must be ${values.join(' or ')}`,
  'error.workflow.kind': (args) => unknownWord('kind', args),
  'error.workflow.function': (args) => unknownWord('function', args),
  'error.workflow.operator': (args) => unknownWord('operator', args, '{"$raw": …} means the value itself'),
  'error.workflow.id': ([id]) => `another node has the id ${id}`,
  'error.workflow.unreachable': () => 'is never reached',
  'error.workflow.unassigned': ([name]) => `nothing assigns ${name}`,
  'error.workflow.jump': ([to]) => `no step of a workflow around it has the id ${to}`,
  'error.workflow.path': ([path]) => `${path} is no path: write \${name.member}`,
  'error.workflow.cycle': (way) => `calls itself: ${way.join(', ')}`,
}

const unknownWord = (what: string, [name, like]: readonly string[], otherwise = 'see /apis/workflows/doc'): string =>
  `there is no ${what} ${name}: ${like === undefined ? otherwise : `did you mean ${like}?`}`

const describe = (problems: readonly Problem[]): string =>
  problems.map(({ message, args }) => (words[message] ?? coded(message))(args.map(cut))).join(', ')

const coded = (message: string) => (args: readonly string[]) => [message, ...args].join(' ')

const cut = (text: string): string => (text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text)
