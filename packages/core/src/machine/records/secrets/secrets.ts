import { type Problem, problem, SignalboxError } from '../../errors/errors.ts'
import { canonicalJson } from '../../json/canonical-json.ts'
import { escapePointer, isObject, type JsonObject, own, setOwn } from '../../json/json.ts'
import { alternativeOf } from '../../schema/alternative.ts'
import type { TSchema } from '../../schema/schema.ts'
import { isPrivateKey, isSecretMember, isSettings } from '../../secrets/secret-names.ts'
import { type AddressesOf, type AddressShape, type Around, CHANGED, type Moved, movedOf } from './secret-addresses.ts'

/** Stands for a secret in responses. A caller who sends it back keeps the stored secret. */
export const MASK = '********'

/** The part of a schema that marks secrets. */
export interface Shape extends AddressShape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly writeOnly?: boolean
  /**
   * For a secret: the members that say where it is sent, by name, in the nearest enclosing object that declares them.
   * Empty: it is never sent. Absent: it is sent to the `addresses` of all enclosing objects.
   */
  readonly 'x-sent-to'?: readonly string[]
  /** Strings in undeclared members are secret if the member's name says so. Private keys are secret under any name. */
  readonly byName?: boolean
  /** All strings in it are secret. */
  readonly isSecret?: boolean
  readonly const?: unknown
  /** With a discriminator, the alternative whose constant equals the member applies. */
  readonly oneOf?: readonly Shape[]
  readonly discriminator?: { readonly propertyName: string }
}

/** The shape of undeclared members, which are secret by name. */
const anyByName: Shape = { byName: true }
const secretTexts: Shape = { isSecret: true }

/**
 * A schema whose undeclared members are secret by name, at any depth. For `secretsOf` only: it does not validate
 * values. Always the same object for a schema.
 */
export function secretByName(schema: TSchema): TSchema {
  const known = namedSchemas.get(schema)
  if (known) return known
  const named = nameSecrets(schema)
  namedSchemas.set(schema, named)
  return named
}

const namedSchemas = new WeakMap<TSchema, TSchema>()

function nameSecrets(schema: TSchema): TSchema {
  const shape = schema as Shape
  const { properties = {}, patternProperties = {}, items, oneOf } = shape
  const each = (shapes: Readonly<Record<string, Shape>>) =>
    Object.fromEntries(Object.entries(shapes).map(([name, one]) => [name, secretByName(one as TSchema)]))
  return {
    ...shape,
    byName: true,
    properties: each(properties),
    patternProperties: each(patternProperties),
    ...(items && { items: secretByName(items as TSchema) }),
    ...(oneOf && { oneOf: oneOf.map((one) => secretByName(one as TSchema)) }),
  } as TSchema
}

/** Masks and restores the secrets of one kind of record. */
export interface Secrets<T> {
  /** The record as callers see it, with a mask instead of every secret. The same object if it has none. */
  mask(record: T): T
  /** The record with every secret replaced. `pointer` is the place of the secret in the record. */
  replace(record: T, by: (secret: unknown, pointer: string) => unknown): T
  /**
   * The record as it is stored: replaces every mask with the secret that `current` has in the same place. List items
   * are matched by `id`; without one, by equal content or by position. Throws INVALID with the pointers of masks for
   * which no secret is stored, also in place of other texts if the record has secrets, and of masks whose secret would be sent to an address that it was not sent to before.
   */
  restore(next: T, current: T | undefined, options?: RestoreOptions): T
}

/** How masks are replaced. */
export interface RestoreOptions {
  /**
   * Whether the record was computed from the stored one, secrets included: then a secret that is still the same counts as
   * a mask. @default false
   */
  readonly isDerived?: boolean
}

/** A schema for `secretsOf` whose secrets are sent to these addresses. */
export const sentTo = (schema: TSchema, addresses: AddressesOf): TSchema => ({ ...schema, addresses }) as TSchema

/**
 * The secrets in records of a schema: members marked `writeOnly`, at any depth, and members that `secretByName` finds.
 */
export function secretsOf<T>(schema: TSchema): Secrets<T> {
  const shape = schema as Shape
  return {
    mask: (record) => masked(shape, record) as T,
    replace: (record, by) =>
      change(shape, record, undefined, {
        ...start,
        replace: (secret, _, { pointer }) => by(secret, pointer),
      }) as T,
    restore(next, current, { isDerived = false } = {}) {
      const problems: [pointer: string, found: Problem][] = []
      const isKept = (value: unknown, kept: unknown) =>
        value === MASK || (isDerived && kept !== undefined && textOf(value) === textOf(kept))
      const replace: Replace = (value, kept, { pointer, moved }) => {
        if (!isKept(value, kept)) return value
        if (kept === undefined) {
          problems.push([pointer, problem('error.secret.missing')])
          return kept
        }
        const { at, address } = moved() ?? {}
        if (at !== undefined)
          problems.push([pointer, problem('error.secret.address', at, ...(address === undefined ? [] : [address]))])
        return kept
      }
      const look: Look = (part, value, before) =>
        change(part, value, before?.value, {
          ...start,
          replace: (secret, kept) => (before && !isKept(secret, kept) ? CHANGED : MASK),
        })
      const restored = change(shape, next, current, { ...start, look, replace })
      // Programs that see the secrets see no masks that they could put elsewhere.
      if (!isDerived)
        for (const at of strayMasks(shape, restored, current)) problems.push([at, problem('error.secret.missing')])
      if (problems.length === 0) return restored as T
      throw unrestored(problems)
    },
  }
}

/**
 * Creates a function that returns a copy of a record with `********` instead of every secret, for output: of members that the
 * schema marks, and of members and headers whose names say that they are secret, at any depth.
 *
 * @example
 * const { items } = contract.webhooks.import.body
 * maskOf(items)({ clientId: 'ci', secret: 'whsec_…' }) // { clientId: 'ci', secret: '********' }
 */
export function maskOf(schema: TSchema): (record: unknown) => unknown {
  const { mask } = secretsOf(secretByName(schema))
  return mask
}

function unrestored(problems: readonly (readonly [string, Problem])[]): SignalboxError {
  const missing = problems.filter(([, { args }]) => args.length === 0).map(([pointer]) => pointer)
  const moved = problems.filter(([, { args }]) => args.length > 0)
  const sentences = [
    ...(missing.length > 0
      ? [`No secret is stored at ${missing.join(', ')}, so ${MASK} has no meaning there: send the secret itself`]
      : []),
    ...moved.map(([pointer, { args }]) => `${pointer} ${whyAgain(args)}`),
  ]
  const fieldErrors = Object.fromEntries(problems.map(([pointer, found]) => [pointer, [found]]))
  return new SignalboxError('INVALID', `The secrets are invalid: ${sentences.join('; ')}`, { fieldErrors })
}

/** The pointers of masks in a record with restored secrets, unless the stored record has such a text there. */
function strayMasks(shape: Shape, restored: unknown, current: unknown): string[] {
  const found = [...masksIn(restored)]
  if (found.length === 0 || masked(shape, current) === current) return []
  const stored = new Set(Array.from(masksIn(current), ([, place]) => place))
  return found.flatMap(([at, place]) => (stored.has(place) ? [] : [at]))
}

/** Each text like a mask: its pointer, and the same for all items of a list. */
function* masksIn(value: unknown, at = '', place = ''): Generator<readonly [pointer: string, place: string]> {
  if (value === MASK) yield [at, place]
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) yield* masksIn(one, `${at}/${i}`, `${place}/-`)
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) {
      const key = escapePointer(name)
      yield* masksIn(one, `${at}/${key}`, `${place}/${key}`)
    }
}

const whyAgain = ([at, address]: readonly string[]): string =>
  address === undefined
    ? `is ${MASK}, but ${at}, where the secret is sent, has changed: send the secret again`
    : `is ${MASK}, but the secret was not sent to ${address} (${at}) before: send the secret again`

/** The place of a secret, and whether it would be sent to another address than before. */
interface Place {
  readonly pointer: string
  readonly moved: () => Moved | undefined
}
type Replace = (value: unknown, kept: unknown, place: Place) => unknown

/** Masks a value to look for addresses in it. */
type Look = Parameters<typeof movedOf<Shape>>[2]

interface Step {
  readonly pointer: string
  /** From the outermost to the innermost object. */
  readonly around: readonly Around<Shape>[]
  readonly replace: Replace
  readonly look: Look
}

/** Replaces every secret in a value, given the previous value. Parts without secrets are not copied. */
function change(shape: Shape | undefined, value: unknown, before: unknown, step: Step): unknown {
  if (isOtherKind(shape, value, before)) before = undefined
  shape = shape && alternativeOf(shape, value)
  if (!shape || !hasSecrets(shape) || value === undefined) return value
  const { pointer, around, replace } = step
  const { 'x-sent-to': members } = shape
  const place = { pointer, moved: () => movedOf(members, around, step.look) }
  if (shape.writeOnly) return replace(value, before, place)
  if (typeof value === 'string') return isSecretText(shape, value, before) ? replace(value, before, place) : value
  if (Array.isArray(value)) {
    const items = itemOf(shape)
    const were = itemsBefore(items, value, before)
    const changed = value.map((item, i) => change(items, item, were[i], { ...step, pointer: `${pointer}/${i}` }))
    return changed.every((item, i) => item === value[i]) ? value : changed
  }
  if (!isObject(value)) return value
  const within = [...around, { shape, value, before, pointer }]
  const copy: JsonObject = {}
  for (const name of Object.keys(value))
    setOwn(
      copy,
      name,
      change(memberOf(shape, name, value[name]), value[name], isObject(before) ? own(before, name) : undefined, {
        pointer: `${pointer}/${escapePointer(name)}`,
        around: within,
        replace,
        look: step.look,
      }),
    )
  return Object.keys(value).every((name) => own(copy, name) === own(value, name)) ? value : copy
}

/**
 * Whether a value is of another alternative than before: its members have other meanings, so that a secret of the one must
 * not become one of the other. A header for backends would become one for clients.
 */
function isOtherKind({ discriminator }: Shape = {}, value: unknown, before: unknown): boolean {
  if (!discriminator || !isObject(value) || !isObject(before)) return false
  return own(value, discriminator.propertyName) !== own(before, discriminator.propertyName)
}

const textOf = (value: unknown): string => (value === undefined ? '' : canonicalJson(value))

/**
 * Whether a string is a secret. Empty strings are not. Where names decide, private keys are, and so is a mask in place
 * of a stored private key.
 */
function isSecretText({ isSecret, byName }: Shape, value: string, before: unknown): boolean {
  if (isSecret) return value !== ''
  if (!byName) return false
  return isPrivateKey(value) || (value === MASK && typeof before === 'string' && isPrivateKey(before))
}

/** Items of a list that is secret by name are secret by name, too. */
const itemOf = ({ items, byName, isSecret }: Shape): Shape | undefined =>
  items ?? (isSecret ? secretTexts : byName ? anyByName : undefined)

/**
 * Pairs list items with their previous versions: by `id`; without one, by equal content with secrets masked; else by
 * position, if the list kept its length and that item was not matched yet.
 */
function itemsBefore(shape: Shape | undefined, value: readonly unknown[], before: unknown): readonly unknown[] {
  const old: readonly unknown[] = Array.isArray(before) ? before : []
  if (old.length === 0) return []
  const byId = new Map(old.map((item) => [idOf(item), item]))
  const looks = old.map((item) => canonicalJson(masked(shape, item)))
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

const masked = (shape: Shape | undefined, item: unknown): unknown =>
  change(shape, item, undefined, { ...start, replace: () => MASK })

/** A walk through a value that looks for no addresses. */
const start = { pointer: '', around: [], look: masked } as const

const idOf = (item: unknown): unknown => (isObject(item) ? own(item, 'id') : undefined)

function memberOf(shape: Shape, name: string, value: unknown): Shape | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = shape
  if (shape.isSecret) return secretTexts
  if (Object.hasOwn(properties, name)) return properties[name]
  if (shape.byName && isSecretMember(name)) return isObject(value) && isSettings(name) ? anyByName : secretTexts
  for (const [pattern, member] of Object.entries(patternProperties))
    if (new RegExp(pattern, 'u').test(name)) return member
  return typeof additionalProperties === 'object' ? additionalProperties : shape.byName ? anyByName : undefined
}

const known = new WeakMap<Shape, boolean>()

function hasSecrets(shape: Shape): boolean {
  const found = known.get(shape)
  if (found !== undefined) return found
  if (shape.byName || shape.isSecret) return true
  const { writeOnly = false, properties = {}, patternProperties = {}, additionalProperties, items, oneOf = [] } = shape
  const members = [...Object.values(properties), ...Object.values(patternProperties)]
  const within = [...members, ...oneOf, additionalProperties, items]
  const has = writeOnly || within.some((one) => typeof one === 'object' && hasSecrets(one))
  known.set(shape, has)
  return has
}
