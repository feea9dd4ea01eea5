import type { Condition, Config, Feature } from '@signalbox/core'
import type { FittedKeys } from '../fit-key.ts'
import { never } from '../plans/logic.ts'
import type { ConfigRule, Rule } from '../rules.ts'
import type { UnleashDependency, UnleashFlag } from './flag.ts'
import type { Reporting } from './reporting.ts'
import { DISABLED } from './to-variants.ts'

/** What the conversion of dependencies needs to know. */
export interface DependencyContext {
  readonly keys: FittedKeys
  readonly flags: ReadonlyMap<string, UnleashFlag>
  /** The variants of a flag; `undefined` if it has none. */
  readonly variantsOf: (flag: string) => Config | undefined
  /** Whether something of a flag is lost, so that it is active for less clients than in Unleash. */
  readonly isNarrowed: (flag: string) => boolean
  /** Adds a feature that stands for some variants of a flag. */
  readonly addFeature: (feature: Feature) => void
}

/** The condition that a dependency becomes. As in Unleash, nothing depends on an unknown flag, or on one with dependencies. */
export function dependencyOf(
  { isMalformed, feature, enabled, variants }: UnleashDependency,
  { keys, flags, variantsOf, isNarrowed, addFeature }: DependencyContext,
  reporting: Reporting,
): Condition {
  if (isMalformed) {
    reporting.lost('A dependency of the flag is malformed', 'The flag is inactive')
    return never
  }
  const parent = flags.get(feature)
  if (!parent || parent.dependencies.length > 0) {
    const reason = parent ? 'depends on another flag itself' : 'is not part of the export'
    reporting.changed(`The flag depends on ${feature}, which ${reason}`, 'The flag is inactive, as in Unleash')
    return never
  }
  if (isNarrowed(feature) && (!enabled || variants.length > 0)) {
    reporting.lost(
      `The flag depends on ${feature} being inactive, or on its variants, and a part of ${feature} is lost`,
      'The flag is inactive',
    )
    return never
  }
  const id = keys.idOf(feature)
  if (!enabled) return { feature: id, active: false }
  if (variants.length === 0) return { feature: id }
  const config = variantsOf(feature)
  if (!config) return variants.includes(DISABLED) ? { feature: id } : never
  const rules = (config.rules ?? []).map((rule) => ruleOf(rule, variants))
  if (!rules.every((rule) => rule !== undefined)) {
    reporting.lost(
      `The flag depends on the variants ${variants.join(', ')} of ${feature}, which are chosen by shares`,
      'The flag is inactive, because conditions do not know variants: give it a condition of its own',
    )
    return never
  }
  const helper = keys.below(id, `variant-${variants.join('-')}`.slice(0, 80), ['variant', ...variants.toSorted()])
  addFeature({
    id: helper,
    enabled: true,
    description: `Whether the variant of ${id} is one of ${variants.join(', ')}`,
    activationStrategy: 'RULES',
    parameters: {
      rules: variants.includes(DISABLED) ? [...rules, { when: { feature: id } }] : rules,
    },
    metadata: keys.originOf(feature),
  })
  return { feature: helper }
}

/** Whether the variant of a rule is one of some variants; `undefined` if that depends on the client. */
function ruleOf(rule: ConfigRule, variants: readonly string[]): Rule | undefined {
  const { when } = rule
  const values = 'split' in rule ? rule.split.map(({ value }) => value) : [rule.value]
  const names = values.map((value) => (value as { name: string }).name)
  const active = names.some((name) => variants.includes(name))
  if (active && !names.every((name) => variants.includes(name))) return undefined
  return { ...(when && { when }), ...(!active && { active }) }
}
