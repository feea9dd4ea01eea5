import { missingInWords, type Problem, type Problems, SignalboxError, typeInWords } from './errors.ts'
import { patternInWords } from './in-words.ts'

/**
 * INVALID with problems by place. The message describes the first problem of the first place. Problems name what is
 * expected and the ids concerned, never other input, which may be secret.
 */
export function notValid(what: string, { errors, fieldErrors }: Partial<Problems>): SignalboxError {
  const places = Object.entries(fieldErrors ?? {})
  const [first] = places
  const told = places
    .slice(0, MOST_NAMED)
    .map(([place, [found]]) => `${place}${place && ' '}${found ? inWords(found) : 'is invalid'}`)
    .join('; ')
  const more = places.length > MOST_NAMED ? `; and ${places.length - MOST_NAMED} more` : ''
  const sentence = first?.[0] === '' ? `${what} ${told}${more}` : `${what} is invalid${told && ': '}${told}${more}`
  return new SignalboxError('INVALID', sentence, {
    ...(errors && { errors }),
    ...(fieldErrors && { fieldErrors }),
  })
}

const MOST_NAMED = 5
/** The most alternatives that a message lists. */
const MOST_CHOICES = 10
/** The most characters of an argument in a message. */
const LONGEST_TOLD = 60

/** Describes a problem, for after its place. An unknown code is shown as it is. */
function inWords({ message, args }: Problem): string {
  if (message === 'error.address') return words[message]!(args)
  if (message === 'error.pattern') return patternInWords(args[0] ?? '')
  const told = args.map(cut)
  return Object.hasOwn(words, message) ? words[message]!(told) : `is invalid (${[message, ...told].join(' ')})`
}

/** The text of each code. */
const words: Readonly<Record<string, (args: readonly string[]) => string>> = {
  'error.required': () => missingInWords,
  'error.unknown.field': ([like]) => `is an unknown field${like === undefined ? '' : ` (did you mean ${like}?)`}`,
  'error.parameter.repeated': () => 'is there more than once: send it once',
  'error.unknown.parameter': ([like]) => `is an unknown parameter (did you mean ${like}?)`,
  'error.type': (types) => typeInWords(...types),
  'error.members': (members) => `must be an object with ${members.join(', ')}`,
  'error.enum': (values) => (values.length === 0 ? 'is not one of the known values' : `must be ${choices(values)}`),
  'error.client': ([clientId]) => `must be ${clientId}, the clientId of the call, or absent`,
  'error.minimum': ([limit]) => `must be at least ${limit}`,
  'error.maximum': ([limit]) => `must be at most ${limit}`,
  'error.minimum.exclusive': ([limit]) => `must be above ${limit}`,
  'error.maximum.exclusive': ([limit]) => `must be below ${limit}`,
  'error.multiple': ([divisor]) => `must be a multiple of ${divisor}`,
  'error.format': ([format = '']) => `must ${forms[format] ?? `be a valid ${format}`}`,
  'error.length.minimum': ([limit]) => (limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`),
  'error.length.maximum': ([limit]) => `must have at most ${limit} characters`,
  'error.items.minimum': ([limit]) => (limit === '1' ? 'must not be empty' : `must have at least ${limit} items`),
  'error.items.maximum': ([limit]) => `must have at most ${limit} items`,
  'error.items.unique': () => 'must not repeat an item',
  'error.minProperties': () => 'has too few members',
  'error.maxProperties': () => 'has too many members',
  'error.anyOf': () => 'must have one of the allowed forms',
  'error.oneOf': () => 'must have exactly one of the allowed forms',
  'error.not': () => 'has a form that is not allowed here',
  'error.contains': () => 'has too few or too many items of the form in contains',
  'error.name': () => 'has a name that is not allowed here',
  'error.schema.keyword': ([name, like]) =>
    `is ${name}, an unknown keyword of JSON Schema${like === undefined ? '' : ` (did you mean ${like}?)`}; annotations of your own begin with x-`,
  'error.schema.reference': ([reference]) =>
    `refers to ${reference}, which is not a schema in this type: refer to one such as #/$defs/name`,
  'error.schema.cycle': () => 'refers to itself for the same value, so that a check would never end',
  'error.schema.size': ([most]) => `has more than ${most} schemas: simplify it`,
  'error.schema.pointer': ([most]) =>
    `has a schema whose JSON pointer is longer than ${most} characters: use shorter names`,
  'error.schema.patterns': ([most]) => `is beyond the ${most} regular expressions that a type can have`,
  'error.schema.steps': ([most]) => `takes more than ${most} steps to check these values: simplify it`,
  'error.required.any': (members) => `needs ${choices(members)}`,
  'error.required.one': (members) => `takes only one of ${members.join(', ')}`,
  'error.reserved': ([id]) => `must not be ${id}, which is reserved`,
  'error.unique': ([id]) => `repeats the id ${id}; ids must be unique`,
  'error.id.duplicate': ([id]) => `repeats the id ${id}; ids must be unique`,
  'error.reference': ([id]) => `refers to ${id}, which does not exist`,
  'error.synonym': ([name]) => `differs from ${name}, which is the same field: send one of the two`,
  'error.date.order': ([from, to]) => `is ${from}, which is after ${to}`,
  'error.traffic.sum': ([sum]) => `has shares of traffic that add up to ${sum}, not to 1`,
  'error.range.empty': ([from]) => `must be above ${from} by 0.00001 or more`,
  'error.assignment.classic': () => 'cannot be used with the classic assignment: choose balanced or hash',
  'error.unicode': () => 'contains half of a surrogate pair, which is not valid Unicode',
  'error.address': ([why]) => `cannot be called: ${why}`,
  'error.header.reserved': ([name]) => `is invalid: the service sets the header ${name} itself`,
  'error.cors.credentials': () => 'needs an allow_origin other than *',
  'error.algorithm.key': ([algorithm, key]) => `must not be ${algorithm}, which cannot be verified with ${key}`,
  'error.weights.sum': () => 'needs weights with a finite sum above 0',
  'error.weight.whole': () =>
    'must be a whole number, because hash: unleash has as many buckets as the sum of the weights',
  'error.only.with': ([other]) => `only goes with ${other}`,
  'error.weight.none': () => 'needs a target with a weight above 0',
  'error.path.segment': ([segment, reason]) => `has the invalid segment ${segment}: ${reason}`,
  'error.path.allow': ([, name]) => `needs ${name} in frontend.allow`,
  'error.path.slash': ([path]) => `must begin with a slash: ${path}`,
  'error.header.own': ([name]) => `must not be ${name}, which the gateway sets or removes itself`,
  'error.header.wildcard': () => 'must be the whole name of a header: list each name separately',
  'error.condition': ([reason]) => `is an invalid condition: ${reason}`,
  'error.pattern.invalid': ([what, column]) => `is not a valid regular expression: ${what} at character ${column}`,
  'error.pattern.size': ([limit]) =>
    `is too complex: it compiles to more than ${limit} steps; write it shorter or with fewer repetitions`,
  'error.pattern.generated': ([why]) => `cannot be used to generate values: ${why}`,
  'error.pattern.engine': () => 'needs the engine of regular expressions, which is not loaded',
  'error.version': () => 'must be a version such as 2.1.0 or 3.0.0-rc.1 (Semantic Versioning)',
  'error.depth': ([most]) => `is nested deeper than ${most} levels`,
  'error.leaves': ([most]) => `has more than ${most} leaves`,
  'error.workflow.kind': (args) => unknownWord('kind', args),
  'error.workflow.function': (args) => unknownWord('function', args),
  'error.workflow.operator': (args) => unknownWord('operator', args, 'write {"$raw": …} for a literal value'),
  'error.workflow.id': ([id]) => `repeats the id ${id} of another node; ids must be unique`,
  'error.workflow.unreachable': () => 'is unreachable: a step before it always jumps, returns or fails',
  'error.workflow.unassigned': ([name]) => `reads ${name}, which no node assigns`,
  'error.workflow.jump': ([to]) => `jumps to ${to}, which is not a step of an enclosing workflow`,
  'error.workflow.path': ([path]) =>
    `has the invalid path ${path}: write \${name.member}, or an operator such as {"$add": […]} to compute a value`,
  'error.workflow.members': (names) =>
    `has several members, but an operator must be the only member of its object: move ${names.join(', ')} to an object of its own, or write {"$raw": …} for a literal value`,
  'error.workflow.cycle': (way) => `calls itself: ${way.join(' → ')}`,
}

/** Explanations of formats whose names do not explain them. */
const forms: Readonly<Record<string, string>> = {
  'dd/MM/yyyy HH:mm:ss': 'be a date and time such as 31/01/2026 09:00:00, or 2026-01-31T09:00:00+01:00 (ISO 8601)',
  'yyyy-MM-dd HH:mm:ss': 'be a date and time such as 2026-01-31 09:00:00, or 2026-01-31T09:00:00+01:00 (ISO 8601)',
  'HH:mm': 'be a time of day such as 09:30',
  'json-pointer': 'be a JSON pointer such as /items/0 (RFC 6901)',
  'hostname[:port]': 'be a host name, with an optional port: example.com or example.com:8080',
  domain: 'be a host name with an optional port, such as shop.example or *.shop.example',
  'IP address or range': 'be an IP address, or a range such as 10.0.0.0/8',
  'header value': 'be a valid header value, without line breaks and other control characters',
  'http(s) URL': 'be an absolute http or https URL',
  'http(s) URL or path': 'be an http or https URL, or a path that begins with /',
  'name of a header': 'have a valid header name',
  'value of a header: printable ASCII': 'be printable ASCII',
  'whsec_ and 24 to 64 bytes in base64': 'be whsec_ followed by 24 to 64 bytes in base64',
  'time-zone': 'be a time zone such as Europe/Paris or UTC',
  'ISO 8601': 'be a date such as 2026-01-31, or a date and time such as 2026-01-31T09:00:00Z (ISO 8601)',
  CIDR: 'be a range of IP addresses such as 10.0.0.0/8 or 2001:db8::/32',
  timestamp: 'be a date and time such as 2026-01-31T09:00:00.000, with an offset if wanted (ISO 8601)',
}

const unknownWord = (what: string, [name, like]: readonly string[], otherwise = 'see /apis/workflows/doc'): string =>
  `has the unknown ${what} ${name}: ${like === undefined ? otherwise : `did you mean ${like}?`}`

function choices(values: readonly string[]): string {
  if (values.length <= 2) return values.join(' or ')
  const more = values.length - MOST_CHOICES
  return `one of ${values.slice(0, MOST_CHOICES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const cut = (text: string): string => (text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text)
