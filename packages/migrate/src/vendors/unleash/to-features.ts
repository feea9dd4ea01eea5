import type { Condition, Feature } from '@signalbox/core'
import type { FittedKeys } from '../fit-key.ts'
import { allOf, always, isAlways } from '../plans/logic.ts'
import type { Rule } from '../rules.ts'
import type { UnleashFlag } from './flag.ts'
import type { Reporting } from './reporting.ts'
import { isShare, rulesOf, type StrategyContext } from './strategy.ts'

/** A flag as features. */
export interface FlagFeatures {
  readonly features: readonly Feature[]
  /** For each strategy, the condition under which it is active; without the dependencies of the flag. */
  readonly strategies: readonly Condition[]
}

/** What a conversion of flags needs to know. */
export interface FlagContext extends Pick<StrategyContext, 'segment'> {
  readonly keys: FittedKeys
  readonly reporting: Reporting
}

/**
 * Converts a flag to a feature. Its strategies become rules. In a list of rules, the first one whose condition is true
 * decides, while in Unleash a client outside the share of a strategy may be active by the next one. So a strategy with a
 * share gets a feature of its own, unless it can be the last rule. `mustName` asks for one for each share.
 */
export function toFeatures(
  flag: UnleashFlag,
  dependencies: readonly Condition[],
  { keys, segment, reporting, mustName }: FlagContext & { readonly mustName: boolean },
): FlagFeatures {
  const id = keys.idOf(flag.name)
  const lists = flag.strategies.map((strategy) => rulesOf(strategy, { flag: flag.name, segment, reporting }))
  const last = lists.findLastIndex((rules) => rules.some(isShare))
  const helpers: Feature[] = []
  const conditions = lists.map((rules, i): readonly Condition[] => {
    if (!rules.some(isShare)) return rules.map(({ when = always }) => when)
    if (i === last && !mustName) return []
    const helper = keys.below(id, `strategy-${i + 1}`)
    helpers.push(featureOf(flag, { id: helper, rules, keys, about: `Strategy ${i + 1} of ${id}` }))
    return [{ feature: helper }]
  })
  if (helpers.length > 0)
    reporting.info(
      'A client outside the share of a strategy may be active by another strategy, or the variant depends on the strategy',
      `A feature stands for each such strategy: its id ends in :strategy- and its number`,
    )
  const unshared = conditions.flat().map((when): Rule => (isAlways(when) ? {} : { when }))
  const rest = mustName ? [] : (lists[last] ?? [])
  const isOpen = flag.strategies.length === 0 && !flag.hasDisabledStrategies
  const rules = (isOpen ? [{}] : [...unshared, ...rest]).map((rule) => withConditions(rule, dependencies))
  return {
    features: [...helpers, featureOf(flag, { id, rules, keys })],
    strategies: conditions.map((list) => anyOfList(list)),
  }
}

const anyOfList = (list: readonly Condition[]): Condition =>
  list.length === 1 ? (list[0] as Condition) : { any: list }

function withConditions(rule: Rule, conditions: readonly Condition[]): Rule {
  const when = allOf([...conditions, rule.when ?? always])
  const { when: _, ...rest } = rule
  return isAlways(when) ? rest : { ...rest, when }
}

interface Described {
  readonly id: string
  readonly rules: readonly Rule[]
  readonly keys: FittedKeys
  readonly about?: string
}

function featureOf(flag: UnleashFlag, { id, rules, keys, about }: Described): Feature {
  const description = about ?? flag.description
  return {
    id,
    enabled: about !== undefined || flag.enabled,
    ...(description !== undefined && { description }),
    activationStrategy: 'RULES',
    parameters: { rules: [...rules] },
    ...(flag.tags.length > 0 && { tags: [...flag.tags] }),
    metadata: {
      ...keys.originOf(flag.name),
      ...(flag.project !== undefined && { project: flag.project }),
    },
  }
}
