import { maskOf } from '@signalbox/core'
import { escapePointer } from '@signalbox/core/wire'
import type { Step } from './plan.ts'
import { printable } from './printable.ts'
import { type RecordKind, schemaOf } from './record-kinds.ts'

/** A member in which two values differ. `from` or `to` is absent if the member is. */
interface Difference {
  /** The place of the member as a JSON pointer (RFC 6901); the empty string for the whole value. */
  readonly pointer: string
  readonly from?: unknown
  readonly to?: unknown
}

/**
 * Lists the members in which two JSON values differ, as deep as possible, in the order of the first value. Lists of different
 * lengths differ as a whole.
 */
function differences(from: unknown, to: unknown, pointer = ''): Difference[] {
  if (isList(from) && isList(to) && from.length === to.length)
    return from.flatMap((item, i) => differences(item, to[i], `${pointer}/${i}`))
  if (isMap(from) && isMap(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return names.flatMap((name) => {
      const at = `${pointer}/${escapePointer(name)}`
      if (!Object.hasOwn(to, name)) return [{ pointer: at, from: from[name] }]
      if (!Object.hasOwn(from, name)) return [{ pointer: at, to: to[name] }]
      return differences(from[name], to[name], at)
    })
  }
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ pointer, from, to }]
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value)

const signs = { create: '+', update: '~', delete: '-' } as const

/** The lines that describe a plan: one for each change, and below it the members with their old and new values. */
export const planLines = (steps: readonly Step[]): string[] => steps.flatMap(stepLines)

function stepLines({ change, kind, id, from, to }: Step): string[] {
  const place = to?.placeOf?.('')
  const head = `${signs[change]} ${nameOf(kind, id)}${place === undefined ? '' : `  (${place})`}`
  return from && to ? [head, ...differenceLines(kind, from, to.record)] : [head]
}

/** The name of a record in messages: its kind and its id. */
export const nameOf = ({ kind }: RecordKind, id: string): string => printable(`${kind} ${id}`)

/** Lines with the members in which two versions of a record differ, secrets masked. */
export function differenceLines(kind: RecordKind, from: object, to: object): string[] {
  const shown = [from, to].map((record) => withoutHashes(masked(kind, record)))
  return differences(from, to).map(({ pointer, ...values }) => {
    const [old, next] = (['from', 'to'] as const).map((side, i) =>
      side in values ? textOf(valueAt(shown[i], pointer)) : '(none)',
    )
    return `    ${printable(pointer.slice(1))}: ${old} -> ${next}`
  })
}

/** The sentence that counts the changes of a plan. */
export function planSummary(steps: readonly Step[], unchanged: number): string {
  const of = (change: Step['change']) => steps.filter((step) => step.change === change).length
  const counts = `${of('create')} to create, ${of('update')} to change, ${of('delete')} to delete, ${unchanged} unchanged`
  const all = unchanged === 1 ? '1 record is as it should be' : `${unchanged} records are as they should be`
  return steps.length === 0 ? `No changes: ${all}` : `Plan: ${counts}`
}

const masks = new Map<string, (record: unknown) => unknown>()

function masked(kind: RecordKind, record: object): unknown {
  const mask = masks.get(kind.kind) ?? maskOf(schemaOf(kind))
  masks.set(kind.kind, mask)
  return mask(record)
}

const MASK = '********'

/** Masks the hashes of passwords and secrets, which are not secret by their schemas. */
function withoutHashes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutHashes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && /hash$/i.test(name) ? MASK : withoutHashes(member),
    ]),
  )
}

/** The value at a pointer; the masked value around it if that is no object. */
function valueAt(value: unknown, pointer: Difference['pointer']): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce<unknown>((node, name) => {
    if (typeof node !== 'object' || node === null) return node
    return (node as Readonly<Record<string, unknown>>)[name.replaceAll('~1', '/').replaceAll('~0', '~')]
  }, value)
}

const MOST_VALUE_CHARACTERS = 200

function textOf(value: unknown): string {
  const text = printable(JSON.stringify(value) ?? 'undefined')
  return text.length <= MOST_VALUE_CHARACTERS
    ? text
    : `${text.slice(0, MOST_VALUE_CHARACTERS)}… (${text.length} characters)`
}
