import { nearest } from '@signalbox/core/evaluate'
import { commonOptions } from '../settings/sink-spec.ts'

/** Which values an option takes: a kind, one of several texts, or an object with options of its own. */
export type OptionKind = keyof typeof kinds | readonly string[] | NestedOptions

/** An option that is an object, or one of the listed flags. */
export interface NestedOptions {
  readonly members: OptionKinds
  readonly or?: readonly boolean[]
}

/** The options of a destination, by name. */
export type OptionKinds = Readonly<Record<string, OptionKind>>

/** The options of a destination with users. */
export const login = { username: 'text', password: 'text' } as const satisfies OptionKinds

/** The option of a destination with TLS. */
export const tls = { members: { ca: 'text', cert: 'text', key: 'text' } } as const satisfies NestedOptions

interface Kind {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kinds = {
  text: { expected: 'a text', accepts: isText },
  count: { expected: 'a whole number from 1', accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0 },
  flag: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' },
  texts: {
    expected: 'an object whose values are texts',
    accepts: (value) => isObject(value) && Object.values(value).every(isText),
  },
} satisfies Record<string, Kind>

/** Throws an `Error` that names the sink and the option, if an option is unknown or invalid. It does not contain values. */
export function checkOptions(id: string, given: object, options: OptionKinds): void {
  check(id, given, { options, others: commonOptions, prefix: '' })
}

interface Level {
  readonly options: OptionKinds
  readonly others: readonly string[]
  readonly prefix: string
}

function check(id: string, given: object, { options, others, prefix }: Level): void {
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(options, name) ? options[name] : undefined
    if (kind === undefined)
      throw unknown(
        id,
        prefix + name,
        [...others, ...Object.keys(options)].map((one) => prefix + one),
      )
    const { expected, accepts } = kindOf(kind)
    if (!accepts(value))
      throw new Error(`The option ${prefix}${name} of the sink ${id} is invalid: expected ${expected}`)
    if (isNested(kind) && isObject(value))
      check(id, value, { options: kind.members, others: [], prefix: `${prefix}${name}.` })
  }
}

function kindOf(kind: OptionKind): Kind {
  if (typeof kind === 'string') return kinds[kind]
  if (!isNested(kind)) return { expected: kind.join(', '), accepts: (value) => kind.some((one) => one === value) }
  const { members, or = [] } = kind
  return {
    expected: [...or.map(String), `an object with ${Object.keys(members).join(', ')}`].join(', or '),
    accepts: (value) => isObject(value) || or.some((one) => one === value),
  }
}

const isNested = (kind: OptionKind): kind is NestedOptions => typeof kind === 'object' && 'members' in kind

function unknown(id: string, name: string, known: readonly string[]): Error {
  const like = nearest(name, known)
  const hint = like === undefined ? `: expected ${known.join(', ')}` : ` (did you mean ${like}?)`
  return new Error(`The sink ${id} has the unknown option ${name}${hint}`)
}
