import type { Problem, Problems } from './errors.ts'
import { missingInWords, SignalboxError, typeInWords } from './errors.ts'

/**
 * INVALID for problems of a value by their places. The message says in words what is wrong first at the first of them. Problems tell what is
 * wanted and the ids that are meant, never what else was sent: that may be secret.
 */
export function notValid(what: string, { errors, fieldErrors }: Partial<Problems>): SignalboxError {
  const places = Object.entries(fieldErrors ?? {})
  const named = places
    .slice(0, MOST_NAMED)
    .map(([place, [first]]) => (place || 'the whole') + (first ? ` (${inWords(first)})` : ''))
  const more = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more` : ''
  return new SignalboxError('INVALID', `${what} is not valid: see ${named.join(', ')}${more}`, {
    ...(errors && { errors }),
    ...(fieldErrors && { fieldErrors }),
  })
}

const MOST_NAMED = 5
/** So many of several that are possible are told. */
const MOST_CHOICES = 10
/** Arguments are told up to so many characters. */
const LONGEST_TOLD = 60

/** A problem in words; a code that has none speaks for itself. */
function inWords({ message, args }: Problem): string {
  const told = args.map(cut)
  return Object.hasOwn(words, message) ? words[message]!(told) : [message, ...told].join(' ')
}

/** What the codes mean. */
const words: Readonly<Record<string, (args: readonly string[]) => string>> = {
  'error.required': () => missingInWords,
  'error.unknown.field': () => 'is no member of it',
  'error.type': (types) => typeInWords(...types),
  'error.enum': (values) => (values.length === 0 ? 'is none of those that there are' : `must be ${choices(values)}`),
  'error.minimum': ([limit]) => `must be at least ${limit}`,
  'error.maximum': ([limit]) => `must be at most ${limit}`,
  'error.pattern': ([pattern]) => `must match ${pattern}`,
  'error.format': ([format]) => `must be of the form ${format}`,
  'error.length.minimum': ([limit]) => `must have at least ${limit} characters`,
  'error.length.maximum': ([limit]) => `must have at most ${limit} characters`,
  'error.items.minimum': ([limit]) => `must have at least ${limit} items`,
  'error.items.maximum': ([limit]) => `must have at most ${limit} items`,
  'error.items.unique': () => 'must not have an item twice',
  'error.minProperties': () => 'has too few members',
  'error.maxProperties': () => 'has too many members',
  'error.anyOf': () => 'has none of the forms that it may have',
  'error.oneOf': () => 'must have one of its forms alone',
  'error.not': () => 'has a form that it must not have',
  'error.required.any': (members) => `needs ${choices(members)}`,
  'error.required.one': (members) => `may have one alone of ${choices(members)}`,
  'error.reserved': ([id]) => `${id} is a name that is taken`,
  'error.unique': ([id]) => `another has the id ${id}`,
  'error.id.duplicate': ([id]) => `another has the id ${id}`,
  'error.reference': ([id]) => `there is no ${id}`,
  'error.date.order': ([from, to]) => `${from} is after ${to}`,
  'error.traffic.sum': ([sum]) => `the shares of traffic add up to ${sum}, not to 1`,
  'error.unicode': () => 'has half of a surrogate pair, which is not a Unicode character',
  'error.header.reserved': ([name]) => `the header ${name} is set by the service`,
  'error.pattern.invalid': ([what, column]) => `is no regular expression: ${what} at character ${column}`,
  'error.pattern.size': ([limit]) => `has more than ${limit} steps`,
  'error.pattern.generated': ([why]) => `nothing can be generated of it: ${why}`,
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

function choices(values: readonly string[]): string {
  const more = values.length - MOST_CHOICES
  return values.slice(0, MOST_CHOICES).join(' or ') + (more > 0 ? ` or one of ${more} more` : '')
}

const cut = (text: string): string => (text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text)
