import { isJson, type Json, listOf } from '../../otoroshi/findings.ts'
import { isListOf, itemsOf } from '../plans/items.ts'
import type { UnleashConstraint, UnleashDependency, UnleashStrategy, UnleashVariant } from './flag.ts'

/** A text or number as text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** A list of texts; numbers become texts, anything else is left out. */
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one) => textOf(one) ?? []) : []

const isText = (value: unknown): boolean => textOf(value) !== undefined
const isSwitch = (value: unknown): boolean => value === undefined || value === null || typeof value === 'boolean'

/** Reads a strategy of either format. */
export const strategyOf = (strategy: Json | undefined): UnleashStrategy => ({
  isMalformed: !strategy || !isListOf(strategy.segments, isText),
  name: String(strategy?.name),
  parameters: isJson(strategy?.parameters) ? strategy.parameters : {},
  constraints: constraintsOf(strategy?.constraints),
  segments: textsOf(strategy?.segments),
  variants: variantsOf(strategy?.variants),
})

/** Reads the constraints of a strategy or a segment. */
export const constraintsOf = (constraints: unknown): readonly (UnleashConstraint | undefined)[] =>
  itemsOf(constraints).map((one) =>
    one && isListOf(one.values, isText) && isSwitch(one.inverted)
      ? {
          contextName: textOf(one.contextName) ?? '',
          operator: String(one.operator),
          values: textsOf(one.values),
          value: textOf(one.value) ?? '',
          inverted: one.inverted === true,
          caseInsensitive: one.caseInsensitive === true,
        }
      : undefined,
  )

/** Reads the variants of a flag or a strategy. */
export const variantsOf = (variants: unknown): readonly UnleashVariant[] =>
  listOf(variants).map((one) => ({
    name: textOf(one.name) ?? '',
    weight: typeof one.weight === 'number' && one.weight > 0 && Number.isFinite(one.weight) ? one.weight : 0,
    stickiness: textOf(one.stickiness) || undefined,
    payload: isJson(one.payload) ? one.payload : undefined,
    overrides: listOf(one.overrides).map(({ contextName, values }) => ({
      contextName: textOf(contextName) ?? '',
      values: textsOf(values),
    })),
  }))

/** Reads the dependencies of a flag. */
export const dependenciesOf = (dependencies: unknown): readonly UnleashDependency[] =>
  itemsOf(dependencies).map((one) => ({
    isMalformed: !isText(one?.feature) || !isSwitch(one?.enabled) || !isListOf(one?.variants, isText),
    feature: String(one?.feature),
    enabled: one?.enabled !== false,
    variants: textsOf(one?.variants),
  }))
