import { canonicalJson } from '../canonical-json.ts'
import { problem, SignalboxError } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { escapePointer, isObject, own, setOwn } from '../json.ts'
import type { TSchema } from '../schema.ts'

/** What stands in an answer where a secret is kept; sent back, it keeps the secret (decisions 3.7). */
export const MASK = '********'

/** The part of a schema that tells where secrets are. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly writeOnly?: boolean
  readonly const?: unknown
  /** With a discriminator: the alternative whose constant the member has is the one that holds. */
  readonly oneOf?: readonly Shape[]
  readonly discriminator?: { readonly propertyName: string }
}

/** The secrets of one kind of record. */
export interface Secrets<T> {
  /** The record as callers see it: a mask in the place of every secret. The same object where there is none. */
  mask(record: T): T
  /**
   * The record as it is stored: every mask gives way to the secret that `current` has in that place. Items of lists are
   * the same when their `id` is, those without one when they look the same or stay where they were. Throws INVALID, naming the places, for a mask
   * where nothing is kept.
   */
  restore(next: T, current: T | undefined): T
}

/** The secrets of the records of a schema: the members that it marks `writeOnly`, at any depth. */
export function secretsOf<T>(schema: TSchema): Secrets<T> {
  const shape = schema as Shape
  return {
    mask: (record) => change(shape, record, undefined, '', () => MASK) as T,
    restore(next, current) {
      const missing: string[] = []
      const restored = change(shape, next, current, '', (value, kept, pointer) => {
        if (value !== MASK) return value
        if (kept === undefined) missing.push(pointer)
        return kept
      })
      if (missing.length === 0) return restored as T
      throw new SignalboxError(
        'INVALID',
        `No secret is kept at ${missing.join(', ')} that ${MASK} could stand for: send the secret`,
        {
          fieldErrors: Object.fromEntries(missing.map((pointer) => [pointer, [problem('error.secret.missing')]])),
        },
      )
    },
  }
}

type Replace = (value: unknown, kept: unknown, pointer: string) => unknown

/** Replaces every secret of a value, beside what was there before; what has no secrets is not copied. */
function change(shape: Shape | undefined, value: unknown, before: unknown, pointer: string, replace: Replace): unknown {
  shape = shape && alternativeOf(shape, value)
  if (!shape || !hasSecrets(shape) || value === undefined) return value
  if (shape.writeOnly) return replace(value, before, pointer)
  if (Array.isArray(value)) {
    const were = itemsBefore(shape.items, value, before)
    return value.map((item, i) => change(shape.items, item, were[i], `${pointer}/${i}`, replace))
  }
  if (!isObject(value)) return value
  const copy: JsonObject = {}
  for (const name of Object.keys(value))
    setOwn(
      copy,
      name,
      change(
        memberOf(shape, name),
        value[name],
        isObject(before) ? own(before, name) : undefined,
        `${pointer}/${escapePointer(name)}`,
        replace,
      ),
    )
  return copy
}

/**
 * What the items of a list were: the one with the same id. Those without an id are the same as one that looks the same, its
 * secrets masked, wherever it moved; else, in a list as long as before, as what stood there and is nowhere else.
 */
function itemsBefore(shape: Shape | undefined, value: readonly unknown[], before: unknown): readonly unknown[] {
  const old: readonly unknown[] = Array.isArray(before) ? before : []
  if (old.length === 0) return []
  const byId = new Map(old.map((item) => [idOf(item), item]))
  const looks = old.map((item) => canonicalJson(change(shape, item, undefined, '', () => MASK)))
  const free = new Set(old.flatMap((item, i) => (idOf(item) === undefined ? [i] : [])))
  const take = (found: number | undefined) => (found !== undefined && free.delete(found) ? [old[found]] : undefined)
  const isPlain = (item: unknown) => idOf(item) === undefined
  const inPlace = value.map((item, i) => (isPlain(item) && canonicalJson(item) === looks[i] ? take(i) : undefined))
  const moved = value.map((item, i) => {
    if (inPlace[i] || !isPlain(item)) return inPlace[i]
    const look = canonicalJson(item)
    return take([...free].find((place) => looks[place] === look))
  })
  const isAsLong = value.length === old.length
  return value.map((item, i) =>
    isPlain(item) ? (moved[i] ?? (isAsLong ? take(i) : undefined))?.[0] : byId.get(idOf(item)),
  )
}

const idOf = (item: unknown): unknown => (isObject(item) ? own(item, 'id') : undefined)

function alternativeOf(shape: Shape, value: unknown): Shape {
  const { oneOf, discriminator } = shape
  if (!oneOf || !discriminator || !isObject(value)) return shape
  const name = discriminator.propertyName
  return oneOf.find(({ properties = {} }) => properties[name]?.const === own(value, name)) ?? shape
}

function memberOf(shape: Shape, name: string): Shape | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = shape
  if (Object.hasOwn(properties, name)) return properties[name]
  for (const [pattern, member] of Object.entries(patternProperties))
    if (new RegExp(pattern, 'u').test(name)) return member
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

const known = new WeakMap<Shape, boolean>()

function hasSecrets(shape: Shape): boolean {
  const found = known.get(shape)
  if (found !== undefined) return found
  const { writeOnly = false, properties = {}, patternProperties = {}, additionalProperties, items, oneOf = [] } = shape
  const members = [...Object.values(properties), ...Object.values(patternProperties)]
  const within = [...members, ...oneOf, additionalProperties, items]
  const has = writeOnly || within.some((one) => typeof one === 'object' && hasSecrets(one))
  known.set(shape, has)
  return has
}
