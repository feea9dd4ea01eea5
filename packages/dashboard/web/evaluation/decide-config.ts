import type { Config } from '@signalbox/core/contract'
import {
  bucketBounds,
  bucketOf,
  type ConfigDecision,
  type ConfigRule,
  type Context,
  compileConfig,
  type DecideConfig,
  type Environment,
  hashState,
  isRuled,
  timeZone,
} from '@signalbox/core/evaluate'
import { type DecideParts, environmentFor, orInvalid, type Undecided } from './decide.ts'
import type { RuleNode } from './rule-node.ts'

/** What a config is for a context, and how each of its rules was decided. */
export type ConfigResult =
  | {
      readonly state: 'decided'
      readonly decision: ConfigDecision
      readonly nodes: readonly RuleNode[]
      /** Where the split that decided put the client; absent for the hash of Unleash. */
      readonly bucket?: SplitBucket
    }
  | Undecided

/** The bucket of a client, and those of its part of the split. */
export interface SplitBucket {
  readonly bucket: number
  readonly from: number
  /** The first bucket after the part. */
  readonly to: number
}

interface ReadyConfig {
  readonly state: 'ready'
  readonly decide: DecideConfig
  readonly environment: Environment
}

/** Evaluates a config in the page, as the service would, and explains the result. */
export function decideConfig(config: Config, context: Context, parts: DecideParts): ConfigResult {
  const made = compileConfigWith(config, parts)
  if (made.state !== 'ready') return made
  return orInvalid(() => {
    const decision = made.decide(context)
    const bucket = bucketOfSplit(config, decision, context)
    const nodes = nodesOf(config.rules ?? [], decision.rule?.index, (when) =>
      parts.rules()!.explainCondition(when, made.environment, context),
    )
    return { state: 'decided', decision, nodes, ...(bucket && { bucket }) }
  })
}

/** Compiles a config for any number of contexts, or says why it cannot be evaluated in the page. */
export function compileConfigWith(config: Config, parts: DecideParts): ReadyConfig | Undecided {
  const { settings, instant } = parts
  const broken = (config.rules ?? []).findIndex((rule) => 'split' in rule && weightOf(rule.split) === 0)
  if (broken >= 0) return { state: 'invalid', why: `Rule ${broken + 1} needs a part with a weight above 0.` }
  return orInvalid(() => {
    const plain: Environment = {
      clock: () => instant,
      zone: timeZone(settings.timeZone),
      bucketing: settings.bucketing,
    }
    const environment = isRuled(config) ? environmentFor(config, plain, parts) : plain
    if ('state' in environment) return environment
    return { state: 'ready', decide: compileConfig(config, environment), environment }
  })
}

const weightOf = (arms: readonly { readonly weight: number }[]): number =>
  arms.reduce((sum, { weight }) => sum + weight, 0)

function nodesOf(
  rules: readonly ConfigRule[],
  decided: number | undefined,
  explain: (when: unknown) => NonNullable<RuleNode['when']>,
): readonly RuleNode[] {
  return rules.map(({ when }, at) => {
    if (decided !== undefined && at > decided) return { outcome: null }
    return { outcome: at === decided, ...(when && { when: explain(when) }) }
  })
}

function bucketOfSplit(config: Config, { reason, rule, variant }: ConfigDecision, context: Context) {
  const decided = rule && config.rules?.[rule.index]
  if (reason !== 'SPLIT' || !decided || !('split' in decided) || decided.hash) return undefined
  const { split, by = 'id', salt = config.id } = decided
  const key = Object.hasOwn(context, by) ? context[by] : undefined
  if (typeof key !== 'string' && typeof key !== 'number') return undefined
  const weighted = split.filter(({ weight }) => weight > 0)
  const sum = weightOf(weighted)
  const bounds = bucketBounds(weighted.map(({ weight }) => weight / sum))
  const at = weighted.findIndex(({ name }) => name === variant)
  return { bucket: bucketOf(String(key), hashState(`${salt}:`)), from: bounds[at - 1] ?? 0, to: bounds[at] ?? 0 }
}
