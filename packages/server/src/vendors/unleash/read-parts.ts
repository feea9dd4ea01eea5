import type { Json } from '../../otoroshi/findings.ts'
import { isJson, listOf } from '../../otoroshi/findings.ts'
import type { UnleashConstraint, UnleashDependency, UnleashStrategy, UnleashVariant } from './flag.ts'

/** A text or number as text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** A list of texts; numbers become texts, anything else is left out. */
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one) => textOf(one) ?? []) : []

/** Reads a strategy of either format. */
export const strategyOf = (strategy: Json): UnleashStrategy => ({
  name: String(strategy.name),
  parameters: isJson(strategy.parameters) ? strategy.parameters : {},
  constraints: constraintsOf(strategy.constraints),
  segments: textsOf(strategy.segments),
  variants: variantsOf(strategy.variants),
})

/** Reads the constraints of a strategy or a segment. */
export const constraintsOf = (constraints: unknown): readonly UnleashConstraint[] =>
  listOf(constraints).map((one) => ({
    contextName: textOf(one.contextName) ?? '',
    operator: String(one.operator),
    values: textsOf(one.values),
    value: textOf(one.value) ?? '',
    inverted: one.inverted === true,
    caseInsensitive: one.caseInsensitive === true,
  }))

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
  listOf(dependencies).map(({ feature, enabled, variants }) => ({
    feature: String(feature),
    enabled: enabled !== false,
    variants: textsOf(variants),
  }))
