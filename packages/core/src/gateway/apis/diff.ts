import { canonicalJson } from '../../machine/json/canonical-json.ts'
import { escapePointer, isObject, own } from '../../machine/json/json.ts'
import { MASK, type Secrets } from '../../machine/records/secrets/secrets.ts'
import type { ApiDefinition } from './api.ts'
import type { ApiChange, MemberChange } from './report-schema.ts'

type Item = Readonly<Record<string, unknown>> & { readonly id: string }

/** The lists of an API that are compared item by item, and what to call an item. */
const lists = [
  { what: 'route', at: ['routes'] },
  { what: 'backend', at: ['backends'] },
  { what: 'flow', at: ['flows'] },
  { what: 'client settings', at: ['clients_backend_config'] },
  { what: 'plan', at: ['documentation', 'plans'] },
  { what: 'client', at: ['clients'] },
] as const satisfies readonly { what: ApiChange['what']; at: readonly string[] }[]

/** A value twice: with its secrets, and masked as callers see it. */
interface Two {
  readonly raw: unknown
  readonly shown: unknown
}

/**
 * Compares two definitions of an API and describes each change, member by member and in a sentence. Pure.
 * Routes, backends, flows, client settings, plans and clients are compared by id, documentation by its parts; then
 * follow the API's own members. A changed secret is reported without its value.
 */
export function diffApis(
  before: ApiDefinition,
  after: ApiDefinition,
  secrets: Pick<Secrets<ApiDefinition>, 'mask'>,
): ApiChange[] {
  const a: Two = { raw: before, shown: secrets.mask(before) }
  const b: Two = { raw: after, shown: secrets.mask(after) }
  return [
    ...lists.flatMap(({ what, at }) => diffList(what, at, within(a, at), within(b, at))),
    ...diffDocumentation(within(a, ['documentation']), within(b, ['documentation'])),
    ...diffOwn(after.id as string, a, b),
  ]
}

function diffList(what: ApiChange['what'], at: readonly string[], before: Two, after: Two): ApiChange[] {
  const pointer = at.map((step) => `/${step}`).join('')
  const [old, fresh] = [byId(before), byId(after)]
  const gone = [...old].flatMap(([id, item]) =>
    fresh.has(id) ? [] : [whole(what, id, 'removed', { pointer: `${pointer}/${item.place}`, from: item.shown })],
  )
  const others = [...fresh].flatMap(([id, item]) => {
    const place = `${pointer}/${item.place}`
    const known = old.get(id)
    if (!known) return [whole(what, id, 'added', { pointer: place, to: item.shown })]
    return changed(what, id, diffValues(known, item, place))
  })
  return [...gone, ...others, ...diffOrder(what, pointer, [...old.keys()], [...fresh.keys()])]
}

/** Reports a new order of the items that both versions have. */
function diffOrder(what: ApiChange['what'], pointer: string, old: string[], fresh: string[]): ApiChange[] {
  const from = old.filter((id) => fresh.includes(id))
  const to = fresh.filter((id) => old.includes(id))
  if (from.every((id, i) => id === to[i])) return []
  const plural = what.endsWith('s') ? what : `${what}s`
  const text = `The order of the ${plural} changes from ${from.join(', ')} to ${to.join(', ')}`
  return [{ what: 'api', id: pointer.slice(1), change: 'changed', members: [{ pointer, from, to }], text }]
}

function diffDocumentation(before: Two, after: Two): ApiChange[] {
  return namesOf(before.raw, after.raw).flatMap((name) => {
    if (name === 'plans') return []
    const [old, fresh] = [within(before, [name]), within(after, [name])]
    const pointer = `/documentation/${escapePointer(name)}`
    if (old.raw === undefined) return [whole('documentation', name, 'added', { pointer, to: fresh.shown })]
    if (fresh.raw === undefined) return [whole('documentation', name, 'removed', { pointer, from: old.shown })]
    return changed('documentation', name, diffValues(old, fresh, pointer))
  })
}

/**
 * Compares the API's own members: all but the lists and the documentation. `versions` is skipped, since every
 * publication extends it.
 */
function diffOwn(id: string, before: Two, after: Two): ApiChange[] {
  const elsewhere = new Set<string>(['documentation', 'versions', ...lists.map(({ at }) => at[0])])
  const names = namesOf(before.raw, after.raw).filter((name) => !elsewhere.has(name))
  return changed(
    'api',
    id,
    names.flatMap((name) => diffValues(within(before, [name]), within(after, [name]), `/${escapePointer(name)}`)),
  )
}

/** The differences of two values. Objects are compared member by member, lists and other values as a whole. */
function diffValues(before: Two, after: Two, pointer: string): MemberChange[] {
  if (isSame(before.raw, after.raw)) return []
  const isNested = isObject(before.raw) && isObject(after.raw) && isObject(before.shown) && isObject(after.shown)
  if (!isNested)
    return [
      {
        pointer,
        ...(before.shown !== undefined && { from: before.shown }),
        ...(after.shown !== undefined && { to: after.shown }),
      },
    ]
  return namesOf(before.raw, after.raw).flatMap((name) =>
    diffValues(within(before, [name]), within(after, [name]), `${pointer}/${escapePointer(name)}`),
  )
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b)

const within = ({ raw, shown }: Two, steps: readonly string[]): Two => ({
  raw: steps.reduce(memberOf, raw),
  shown: steps.reduce(memberOf, shown),
})

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? own(value, name) : undefined)

const namesOf = (a: unknown, b: unknown): string[] => [
  ...new Set([a, b].flatMap((value) => (isObject(value) ? Object.keys(value) : []))),
]

function byId({ raw, shown }: Two): ReadonlyMap<string, Two & { readonly place: number }> {
  const seen = (shown ?? []) as readonly Item[]
  const items = ((raw ?? []) as readonly Item[]).map(
    (item, place) => [item.id, { raw: item, shown: seen[place], place }] as const,
  )
  return new Map(items)
}

const whole = (what: ApiChange['what'], id: string, change: 'added' | 'removed', member: MemberChange): ApiChange => ({
  what,
  id,
  change,
  members: [member],
  text: `${nameOf(what, id)} is ${change}`,
})

function changed(what: ApiChange['what'], id: string, members: MemberChange[]): ApiChange[] {
  if (members.length === 0) return []
  const base = what === 'api' ? 1 : what === 'plan' ? 4 : 3
  const told = members.slice(0, 5).map(({ pointer, from, to }) => {
    const name = pointer.split('/').slice(base).join('.') || 'content'
    if (from === MASK && to === MASK) return `the secret ${name} changes`
    if (isEmpty(to)) return `${name} is removed`
    return isEmpty(from) ? `${name} is now ${toText(to)}` : `${name} changes from ${toText(from)} to ${toText(to)}`
  })
  const more = members.length > told.length ? [`${members.length - told.length} more`] : []
  return [{ what, id, change: 'changed', members, text: `${nameOf(what, id)}: ${[...told, ...more].join('; ')}` }]
}

/** Whether a value is absent or an empty default. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

const nameOf = (what: ApiChange['what'], id: string): string =>
  what === 'api' ? `API ${id}` : `${what[0]?.toUpperCase()}${what.slice(1)} ${id}`

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
