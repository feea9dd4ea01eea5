import type { Condition, Config } from '@signalbox/core'
import type { FittedKeys } from '../fit-key.ts'
import { allOf, always, anyOf, isNever } from '../plans/logic.ts'
import { nameVariations } from '../plans/names.ts'
import { isGiven } from '../plans/typed.ts'
import type { ConfigRule } from '../rules.ts'
import { attributeOf, isOneOf } from './constraint.ts'
import type { UnleashFlag, UnleashVariant } from './flag.ts'
import type { Reporting } from './reporting.ts'

interface VariantContext {
  readonly keys: FittedKeys
  readonly reporting: Reporting
  /** For each strategy, the condition under which it is active. */
  readonly strategies: readonly Condition[]
}

/** Unleash has weights up to 1000. This keeps sums of other ones finite. */
const MOST_WEIGHT = 1e12

/** What `getVariant` of Unleash answers where no variant is chosen. */
export const DISABLED = 'disabled'

/** Whether a list of variants may choose one. Unleash ignores variants without a weight. */
const isUsed = (variants: readonly UnleashVariant[]): boolean => variants.some(({ weight }) => weight > 0)

/** Whether strategies of a flag have variants of their own. */
export const hasOwnVariants = ({ strategies }: UnleashFlag): boolean =>
  strategies.some(({ variants }) => isUsed(variants))

/**
 * Converts the variants of a flag to a config, whose values are what `getVariant` of Unleash answers. The variants of
 * the first active strategy precede the flag's own. `undefined` for a flag without variants.
 */
export function toVariants(flag: UnleashFlag, context: VariantContext): Config | undefined {
  if (!hasOwnVariants(flag) && !isUsed(flag.variants)) return undefined
  const { keys } = context
  const id = keys.idOf(flag.name)
  const isActive: Condition = { feature: id }
  const ofFlag = (when: Condition) => rulesOfVariants(flag.variants, { ...context, when, salt: flag.name })
  const rules = hasOwnVariants(flag)
    ? flag.strategies.flatMap(({ variants, parameters }, i) => {
        const when = allOf([isActive, context.strategies[i] ?? always])
        if (isNever(when)) return []
        if (!isUsed(variants)) return isUsed(flag.variants) ? ofFlag(when) : [{ when, name: DISABLED, value: disabled }]
        const salt = String(parameters.groupId ?? '')
        const stickiness = variants[0]?.stickiness ?? (parameters.stickiness as string | undefined)
        return rulesOfVariants(variants, { ...context, when, salt, stickiness })
      })
    : ofFlag(isActive)
  return {
    id: keys.below(id, 'variant'),
    description: `The variants of ${id}`,
    type: 'object',
    value: disabled,
    rules,
    metadata: keys.originOf(flag.name),
  }
}

const disabled = { name: DISABLED, enabled: false }

interface Choice extends VariantContext {
  readonly when: Condition
  readonly salt: string
  readonly stickiness?: string | undefined
}

/** Overrides first, then shares by the first attribute that the context has. */
function rulesOfVariants(
  variants: readonly UnleashVariant[],
  { when, salt, reporting, stickiness = variants[0]?.stickiness }: Choice,
): ConfigRule[] {
  const overrides = variants.flatMap((variant): ConfigRule[] => {
    const condition = anyOf(variant.overrides.map(({ contextName, values }) => isOneOf(contextName, values)))
    return isNever(condition)
      ? []
      : [{ name: nameOf(variant), when: allOf([when, condition]), value: answerOf(variant) }]
  })
  const weighted = variants.filter(({ weight }) => weight > 0)
  const [only] = weighted
  if (weighted.length === 1 && only) return [...overrides, { name: nameOf(only), when, value: answerOf(only) }]
  const named = nameVariations(weighted.map(answerOf), weighted.map(nameOf))
  const split = named.map((one, i) => ({ ...one, weight: Math.min(MOST_WEIGHT, weighted[i]?.weight ?? 0) }))
  const isRandom = stickiness === 'random'
  if (isRandom)
    reporting.changed('The variant is chosen at random for each check', 'A client always has the same variant, by id')
  else
    reporting.info(
      `Without ${attributesOf(stickiness).join(', ').replace(/^id\b/, 'userId')}, Unleash chooses a variant at random for each check`,
      `Without ${attributesOf(stickiness).join(', ')}, the variant is ${DISABLED}`,
    )
  const shares = (isRandom ? ['id'] : attributesOf(stickiness)).map(
    (by): ConfigRule => ({ when: allOf([when, isGiven(by)]), split, by, salt, hash: 'unleash' }),
  )
  return [...overrides, ...shares]
}

const attributesOf = (stickiness = 'default'): readonly string[] =>
  stickiness === 'default' ? ['id', 'sessionId', 'remoteAddress'] : [attributeOf(stickiness)]

const nameOf = ({ name }: UnleashVariant): string => name.slice(0, 500).toWellFormed() || 'variant'

const answerOf = ({ name, payload }: UnleashVariant) => ({ name, enabled: true, ...(payload && { payload }) })
