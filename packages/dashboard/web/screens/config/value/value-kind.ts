import { expand } from '@signalbox/core/evaluate'
import { withArticle } from '../../../words/words.ts'

/** What a JSON value is. */
export type ValueKind = 'boolean' | 'string' | 'number' | 'object' | 'array' | 'null'

/** The kinds, in the order of their list. */
export const valueKinds = [
  'boolean',
  'string',
  'number',
  'object',
  'array',
  'null',
] as const satisfies readonly ValueKind[]

/** What a value is. */
export function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as ValueKind
}

/** Whether the type of a config is the name of a kind. */
export const isKind = (type: unknown): type is ValueKind => valueKinds.some((kind) => kind === type)

/** A value of another kind that keeps what it can of the value before. */
export function withKind(value: unknown, kind: ValueKind): unknown {
  switch (kind) {
    case 'boolean':
      return value !== 'false' && value !== 0 && value !== false
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
    case 'number':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : 0
    case 'object':
      return objectIn(value) ?? {}
    case 'array':
      return listIn(value) ?? []
    case 'null':
      return null
  }
}

function objectIn(value: unknown): object | undefined {
  const expanded = expand(value)
  return kindOf(expanded) === 'object' ? (expanded as object) : undefined
}

function listIn(value: unknown): unknown {
  const expanded = expand(value)
  if (Array.isArray(expanded)) return expanded
  return value === null || value === undefined || value === '' ? undefined : [value]
}

/** The sentence about a value that is not of the type of its config. JSON Schemas are checked by the service. */
export function mismatch(value: unknown, type: unknown): string | undefined {
  if (!isKind(type) || kindOf(value) === type) return undefined
  const kind = kindOf(value)
  return `The type is ${type}, and this value is ${kind === 'null' ? kind : withArticle(kind)}.`
}

/** Whether programs read a text as the JSON that it holds. Texts of typed configs stay texts. */
export const holdsJson = (value: unknown, type: unknown): value is string =>
  typeof value === 'string' && type === undefined && expand(value) !== value
