import { problem } from '@signalbox/core/gateway'
import { hasUniqueMembers } from '../consumers/tokens/unique-members.ts'
import { below } from '../documents/pointer.ts'
import type { Exchange } from '../plugin-api/exchange.ts'
import { cookieValue } from '../request/cookie-value.ts'
import { decoded } from '../request/query.ts'
import type { Check } from './checks.ts'
import { addErrors, type FieldErrors } from './field-errors.ts'
import { listOf, objectOf, valuesOf } from './from-text.ts'
import { hasManyPairs, MOST_PAIRS } from './most-pairs.ts'
import type { Parameter } from './operation.ts'
import type { TextTypes } from './types-of.ts'

/** The parts of a request that have parameters. */
export interface Parts extends Pick<Exchange, 'query' | 'headers'> {
  /** The texts of the path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
}

interface Context {
  readonly check: Check
  readonly typesAt: (pointer: string) => TextTypes
}

/** The problems of the parameters of a request, by pointers such as `/query/limit`. Unknown parameters are allowed. */
export function parameterErrors(
  parameters: readonly Parameter[],
  parts: Parts,
  { check, typesAt }: Context,
): FieldErrors {
  const found: FieldErrors = {}
  const hasQuery = parameters.some((one) => one.in === 'query')
  if (hasQuery && hasManyPairs(parts.query)) return { '/query': [problem('error.items.maximum', MOST_PAIRS)] }
  const pairs = hasQuery ? pairsOf(parts.query) : []
  for (const parameter of parameters) {
    const at = below('', parameter.in, parameter.name)
    const types = parameter.schema === undefined || parameter.isJson ? anything : typesAt(parameter.schema)
    const texts = textsOf(parameter, types, { ...parts, pairs })
    if (texts.length === 0) {
      if (parameter.isRequired) found[at] = [problem('error.required')]
      continue
    }
    if (parameter.schema === undefined || (parameter.allowsEmpty && texts.every((text) => text === ''))) continue
    for (const candidates of candidatesOf(parameter, texts, { types, typesAt, pairs })) {
      const errors = candidates.map((value) => check(parameter.schema as string, value))
      if (errors.some((one) => one === undefined)) continue
      if (candidates.length === 0) found[at] = [problem('error.json')]
      else addErrors(found, at, errors[0] as NonNullable<(typeof errors)[0]>)
      // One invalid value refuses the request: further ones are not checked.
      break
    }
  }
  return found
}

const anything: TextTypes = { types: new Set(), members: {} }

/** Names decoded, values as they are written. */
type Pairs = readonly (readonly [name: string, text: string])[]

function pairsOf(query: string): Pairs {
  if (query.length < 2) return []
  return query
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, equals)), pair.slice(equals + 1)]
    })
}

/** The texts of a parameter, in queries as they are written; empty: it is absent. */
function textsOf(
  { name, in: where, style, explode }: Parameter,
  types: TextTypes,
  { params, headers, pairs }: Parts & { readonly pairs: Pairs },
): readonly string[] {
  if (where === 'path') return Object.hasOwn(params, name) ? [params[name] as string] : []
  if (where === 'header') return headers.all(name.toLowerCase())
  if (where === 'cookie') return [cookieValue(headers, name)].filter((one) => one !== undefined)
  if (style === 'deepObject') return pairs.filter(([one]) => memberOf(one, name) !== undefined).map(([, text]) => text)
  if (isSpread({ style, explode }, types))
    return pairs.filter(([one]) => Object.hasOwn(types.members, one)).map(([, text]) => text)
  return pairs.filter(([one]) => one === name).map(([, text]) => text)
}

/** Whether the members of an object are parameters of their own. */
const isSpread = ({ style, explode }: Pick<Parameter, 'style' | 'explode'>, { types }: TextTypes): boolean =>
  style === 'form' && explode && types.has('object') && !types.has('array')

/** The member in the name of a parameter such as `filter[member]`. */
const memberOf = (text: string, name: string): string | undefined =>
  text.startsWith(`${name}[`) && text.endsWith(']') ? text.slice(name.length + 1, -1) : undefined

interface Reading {
  readonly types: TextTypes
  readonly typesAt: Context['typesAt']
  readonly pairs: Pairs
}

/**
 * The values that the texts of a parameter can stand for: of each value, the readings of which one must be valid. A
 * parameter that is no list and comes twice has two values, because backends choose either.
 */
function candidatesOf(
  parameter: Parameter,
  texts: readonly string[],
  reading: Reading,
): readonly (readonly unknown[])[] {
  const { types, typesAt, pairs } = reading
  const { name, in: where, style, explode, isJson } = parameter
  const plain = where === 'query' ? decoded : (text: string) => text
  if (isJson) return texts.map((text) => parsed(plain(text)))
  if (style === 'deepObject') {
    const members = pairs.flatMap(([one, text]) => {
      const member = memberOf(one, name)
      return member === undefined ? [] : [[member, decoded(text)] as const]
    })
    return [[objectOf(members, types, typesAt)]]
  }
  if (isSpread(parameter, types)) {
    const members = pairs
      .filter(([one]) => Object.hasOwn(types.members, one))
      .map(([one, text]) => [one, decoded(text)] as const)
    return [[objectOf(members, types, typesAt)]]
  }
  if (types.types.has('array')) {
    const items =
      where === 'query' && explode && style === 'form'
        ? texts.map(plain)
        : texts.flatMap((text) => itemsOf(text, parameter))
    const list = listOf(items, types, typesAt)
    return [types.types.has('string') && texts.length === 1 ? [list, plain(texts[0] as string)] : [list]]
  }
  if (types.types.has('object'))
    return texts.map((text) => [objectOf(membersOf(itemsOf(text, parameter)), types, typesAt)])
  return texts.map((text) => valuesOf(plain(withoutMark(text, parameter)), types))
}

const separators: Readonly<Partial<Record<Parameter['style'], RegExp>>> = {
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /\||%7[Cc]/,
}

/** The items of a list in one text, decoded. */
function itemsOf(text: string, parameter: Parameter): readonly string[] {
  const { in: where, style, explode } = parameter
  const unmarked = withoutMark(text, parameter)
  if (unmarked === '') return []
  const separator = style === 'label' && explode ? '.' : (separators[style] ?? ',')
  return unmarked.split(separator).map((one) => (where === 'query' ? decoded(one) : one.trim()))
}

/** Members of an object that is written as `a,1,b,2` or `a=1,b=2`. */
const membersOf = (items: readonly string[]): (readonly [string, string])[] =>
  items.every((one) => one.includes('='))
    ? items.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)])
    : items.flatMap((one, i) => (i % 2 === 0 ? [[one, items[i + 1] ?? ''] as const] : []))

/** A text without what the styles `label` and `matrix` put before it. */
function withoutMark(text: string, { name, style }: Parameter): string {
  if (style === 'label') return text.replace(/^\./, '')
  return style === 'matrix' && text.startsWith(`;${name}=`) ? text.slice(name.length + 2) : text
}

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return hasUniqueMembers(text, value) ? [value] : []
  } catch {
    return []
  }
}
