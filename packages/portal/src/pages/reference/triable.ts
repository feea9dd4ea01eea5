import { isObject } from '@signalbox/core/gateway'
import type { Field } from '../own/forms.ts'
import { exampleOf, madeOf } from './examples.ts'
import { type Follow, listOf, type Operation, objectOf } from './read-operations.ts'
import type { Content, Parameter, Parts } from './read-parts.ts'
import { typeOf } from './type-words.ts'
import { cut } from './values.ts'

/** Where parameters of a call are. */
export type TriedPlace = 'path' | 'query' | 'header'

/** A parameter that somebody can fill in. */
export interface TriedParameter {
  readonly in: TriedPlace
  readonly name: string
  /** Whether several values, with commas, are sent one by one. */
  readonly isRepeated: boolean
  readonly field: Field
  /** The values to choose from. @default any text */
  readonly options?: readonly string[]
}

/** The body that somebody can write. */
export interface TriedBody {
  /** The media types of texts, that of JSON first. */
  readonly types: readonly string[]
  readonly example: string
  readonly isRequired: boolean
}

/** What somebody fills in to try an operation. */
export interface Triable {
  readonly parameters: readonly TriedParameter[]
  /** @default the operation takes no body, or none that can be written */
  readonly body?: TriedBody
}

/** The prefix of the field of a parameter. The field has the name that problems of the call have. */
export const PARAMETERS = 'parameters.'

/** The most parameters of a form. */
const MOST = 100
/** The most values to choose from. */
const MOST_OPTIONS = 100

/**
 * What somebody fills in to try an operation; `undefined` if no form can call it: its body is a file, or gateways do not pass its
 * method on.
 */
export function triable(operation: Operation, parts: Parts, follow: Follow): Triable | undefined {
  const { method, path, anchor } = operation
  if (['TRACE', 'CONNECT', 'TRACK'].includes(method)) return undefined
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(parts, follow)
  if (parts.body?.isRequired && !body && method !== 'GET' && method !== 'HEAD') return undefined
  const declared = parts.parameters.filter(isFilledIn)
  const inPath = new Set(declared.flatMap((one) => (one.in === 'path' ? [one.name] : [])))
  const others = namesIn(path).flatMap((name) => (inPath.has(name) ? [] : [undeclared(name)]))
  const all = [...others, ...declared].slice(0, MOST)
  return {
    parameters: all.map((one, i) => parameterOf(one, `${anchor}:${i}`, follow)),
    ...(body && { body }),
  }
}

/** Headers that are never sent. Names with underscores are taken for those with hyphens. */
const never =
  /^(host|cookie|authorization|gateway-.*|content-length|content-type|expect|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|http2-settings)$/

const isFilledIn = ({ name, in: place }: Parameter): boolean =>
  name !== '' &&
  (place === 'path' ||
    place === 'query' ||
    (place === 'header' && !never.test(name.toLowerCase().replaceAll('_', '-'))))

/** The parameters that a path names, declared or not. */
const namesIn = (path: string): readonly string[] => [
  ...new Set([...(path.split(/[?#]|\{[?&]/, 1)[0] ?? '').matchAll(/\{([^{}]+?)[+*]?\}/g)].map(([, name = '']) => name)),
]

const undeclared = (name: string): Parameter => ({
  ...{ name, in: 'path', isRequired: true, isDeprecated: false, isRepeated: false, description: '' },
  ...{ schema: { type: 'string' }, example: undefined },
})

function parameterOf(one: Parameter, id: string, follow: Follow): TriedParameter {
  const place = one.in as TriedPlace
  const { schema, isRepeated, name } = one
  const isRequired = one.isRequired || place === 'path'
  const example = exampleFor(one, follow)
  const options = optionsOf(objectOf(follow(schema)))
  const hints = [
    `${place}, ${typeOf(schema, follow)}`,
    ...(isRepeated ? ['several values with commas'] : []),
    ...(example === '' || isRequired || options ? [] : [`for example ${cut(example, 200)}`]),
  ]
  return {
    ...{ in: place, name, isRepeated },
    field: {
      ...{ name: `${PARAMETERS}${place}.${name}`, id, label: cut(name, 200), most: 4000 },
      hint: cut(hints.join('; '), 600),
      isOptional: !isRequired,
      ...(isRequired && { value: example }),
    },
    ...(options && { options }),
  }
}

/** The value that a field has before somebody types. Optional ones stay empty: an example would narrow the answer. */
function exampleFor({ schema, example }: Parameter, follow: Follow): string {
  const made = example ?? madeOf(schema, follow, { depth: 2, values: 4 })
  if (made === undefined || made === null || made === 'text' || isObject(made)) return ''
  const all = Array.isArray(made) ? made : [made]
  return all.every((one) => typeof one !== 'object' && one !== 'text') ? cut(all.map(String).join(','), 1000) : ''
}

function optionsOf({ type, enum: values }: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  if (type === 'boolean') return ['true', 'false']
  const all = listOf(values).filter((one) => typeof one === 'string' || typeof one === 'number')
  const isWhole = all.length > 0 && all.length === listOf(values).length && all.length <= MOST_OPTIONS
  return isWhole ? all.map((one) => cut(String(one), 1000)) : undefined
}

/** The first content that is a text. */
function bodyOf({ body }: Parts, follow: Follow): TriedBody | undefined {
  for (const content of body?.contents ?? []) {
    const types = content.types.filter(isText).sort((a, b) => Number(isJson(b)) - Number(isJson(a)))
    const [type] = types
    if (type !== undefined)
      return {
        types: types.slice(0, 20),
        isRequired: body?.isRequired ?? false,
        example: exampleOfBody(content, type, follow),
      }
  }
  return undefined
}

const isJson = (type: string): boolean => /[/+]json\b/i.test(type)

const isText = (type: string): boolean =>
  type.length <= 200 && /^[\x20-\x7e]+$/.test(type) && !type.includes('*') && TEXT.test(type)
const TEXT = /^text\/|[/+-](json|xml|yaml|x-www-form-urlencoded|graphql|javascript|x-ndjson|jsonl)\b/i

function exampleOfBody(content: Content, type: string, follow: Follow): string {
  const made = exampleOf(content, follow, { depth: 5, values: 60, isShort: true })
  if (isJson(type)) return made === undefined ? '' : (JSON.stringify(made, null, 2) ?? '')
  if (/x-www-form-urlencoded/i.test(type) && isObject(made))
    return new URLSearchParams(Object.entries(made).map(([name, value]) => [name, String(value)])).toString()
  return typeof made === 'string' && made !== 'text' ? made : ''
}
