import { isJson, type Json, listOf } from '../../otoroshi/findings.ts'
import { itemsOf } from '../plans/items.ts'
import { nameVariations } from '../plans/names.ts'
import type { Variation } from '../plans/plan.ts'
import type { SourceFeature } from './read.ts'

/** The values that a feature can have, each once. */
export interface Values {
  readonly variations: readonly Variation[]
  /** The index of a value. */
  outcomeOf(value: unknown): number
  /** The index of `null`, the value of features that have none; -1 if this one always has a value. */
  readonly none: number
}

/** Collects the values of a feature: its default value, the values of its rules, and `null` if it can have no value. */
export function valuesOf({ definition, isOn }: SourceFeature): Values {
  const found = new Map<string, { value: unknown; name: string | undefined }>()
  const add = (value: unknown, name?: unknown): void => {
    const key = keyOf(value)
    const known = found.get(key)
    const given = typeof name === 'string' ? name : undefined
    if (!known) found.set(key, { value: value ?? null, name: given })
    else known.name ??= given
  }
  add(definition.defaultValue)
  if (!isOn || itemsOf(definition.rules).includes(undefined)) add(null)
  for (const rule of listOf(definition.rules)) {
    if ('force' in rule) add(rule.force)
    else for (const [i, value] of armValues(rule).entries()) add(value, metaOf(rule, i).name)
    if (itemsOf(rule.parentConditions).length > 0) add(null)
  }
  const isNull = ({ value }: { value: unknown }) => value === null
  const others = [...found.values()].filter((one) => !isNull(one))
  const isBoolean = others.length > 0 && others.every(({ value }) => typeof value === 'boolean')
  const list = [...found.values()]
  const keys = [...found.keys()]
  const none = keys.indexOf('null')
  const named = nameVariations(
    list.map(({ value }) => value),
    list.map((one) => (isNull(one) ? 'none' : one.name)),
  )
  return {
    variations: named.map((one) => (isBoolean && isNull(one) ? { ...one, isNone: true } : one)),
    outcomeOf(value) {
      const index = keys.indexOf(keyOf(value))
      return index < 0 ? none : index
    },
    none,
  }
}

const keyOf = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** The values of an experiment. */
export const armValues = ({ variations, contextualVariations }: Json): readonly unknown[] =>
  Array.isArray(contextualVariations) ? contextualVariations : Array.isArray(variations) ? variations : []

/** The description of a variation of an experiment. */
export function metaOf({ meta }: Json, index: number): Json {
  const one: unknown = Array.isArray(meta) ? meta[index] : undefined
  return isJson(one) ? one : {}
}
