import { setMember } from './set-member.ts'
import type { TextTypes } from './types-of.ts'

/** The number that a text is; `undefined` if it is none. */
const numberOf = (text: string): number | undefined => {
  const value = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** The values that a text can stand for, by the types of its schema. The first that is valid counts. */
export function valuesOf(text: string, { types }: TextTypes): readonly unknown[] {
  const values: unknown[] = []
  const number = types.has('number') || types.has('integer') ? numberOf(text) : undefined
  if (number !== undefined) values.push(number)
  if (types.has('boolean') && (text === 'true' || text === 'false')) values.push(text === 'true')
  if (types.has('null') && (text === '' || text === 'null')) values.push(null)
  if (values.length === 0 || types.has('string') || types.size === 0) values.push(text)
  return values
}

/** The most likely value of a text inside a list or object. */
const likelyValue = (text: string, types: TextTypes): unknown =>
  types.types.has('string') ? text : valuesOf(text, types)[0]

/** Reads texts with the schemas inside a schema. */
type TypesAt = (pointer: string) => TextTypes

const anything: TextTypes = { types: new Set(), members: {} }

/** A list, with items as their schema says. */
export const listOf = (texts: readonly string[], { items }: TextTypes, typesAt: TypesAt): readonly unknown[] => {
  const types = items === undefined ? anything : typesAt(items)
  return texts.map((text) => likelyValue(text, types))
}

/** An object, with members as their schemas say. A member with several texts is a list, if it may be one. */
export function objectOf(
  pairs: Iterable<readonly [name: string, text: string]>,
  { members }: TextTypes,
  typesAt: TypesAt,
): object {
  const object: Record<string, unknown> = {}
  const texts = new Map<string, string[]>()
  for (const [name, text] of pairs) {
    const list = texts.get(name)
    if (list) list.push(text)
    else texts.set(name, [text])
  }
  for (const [name, all] of texts) {
    const types = Object.hasOwn(members, name) ? typesAt(members[name] as string) : anything
    const isList = types.types.has('array') || all.length > 1
    setMember(object, name, isList ? listOf(all, types, typesAt) : likelyValue(all[0] as string, types))
  }
  return object
}
