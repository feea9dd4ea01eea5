import type { Condition, Config, Feature, Segment } from '@signalbox/core'
import type { FittedKeys } from '../fit-key.ts'
import type { ConfigRule, Rule } from '../rules.ts'
import type { Converted, Finding, Severity } from '../vendor.ts'
import { fitCondition } from './fit-condition.ts'
import { always, anyOf, keepsLimits } from './logic.ts'

/** The most rules of a record. */
const MOST_RULES = 1000
/** The most variants of a split. */
const MOST_ARMS = 1000

/**
 * Makes all records keep the limits of records: parts of large conditions become features of their own. What does not fit
 * even then is reported, and has its default value.
 */
export function fitRecords(converted: Converted, keys: Pick<FittedKeys, 'below'>): Converted {
  const parts: Feature[] = []
  const findings: Finding[] = []
  const taken = new Set(converted.features.map(({ id }) => id))

  function reporterOf({ id, metadata }: { readonly id: string; readonly metadata?: unknown }) {
    const { importedFrom, helperOf } = (metadata ?? {}) as { importedFrom?: { key?: string }; helperOf?: string }
    const flag = importedFrom?.key ?? helperOf ?? id
    return (severity: Severity, what: string, instead: string) => void findings.push({ flag, severity, what, instead })
  }

  /** Makes a feature for a part of a condition of a record. */
  function extract(owner: string, when: Condition): Condition {
    let id = keys.below(owner, 'part')
    for (let i = 2; taken.has(id); i++) id = keys.below(owner, `part-${i}`)
    taken.add(id)
    parts.push({
      id,
      enabled: true,
      description: `A part of the conditions of ${owner}, which are larger than a condition can be`,
      activationStrategy: 'RULES',
      parameters: { rules: [{ when } as Rule] },
      metadata: { helperOf: owner },
    })
    return { feature: id }
  }

  function fitted<T extends Segment | Feature | Config>(record: T, when: Condition): Condition {
    if (keepsLimits(when)) return when
    reporterOf(record)(
      'info',
      'A condition is larger than conditions can be',
      'Features whose id contains :part have parts of it',
    )
    return fitCondition(when, (part) => extract(record.id, part))
  }

  const fitRule = <T extends Rule | ConfigRule>(record: Feature | Config, rule: T): T =>
    rule.when ? { ...rule, when: fitted(record, rule.when) } : rule

  function fitSegment(segment: Segment): Segment {
    return segment.when ? { ...segment, when: fitted(segment, segment.when) } : segment
  }

  function fitFeature(feature: Feature): Feature {
    if (feature.activationStrategy !== 'RULES') return feature
    const { parameters } = feature
    const joined = parameters.rules.length > MOST_RULES ? joinActive(parameters.rules) : parameters.rules
    const rules = joined.slice(0, MOST_RULES).map((rule) => fitRule(feature, rule))
    if (joined.length <= MOST_RULES) return { ...feature, parameters: { ...parameters, rules } }
    reporterOf(feature)('lost', `The flag has more than ${MOST_RULES} rules`, 'It is inactive')
    return { ...feature, enabled: false, parameters: { rules: [] } }
  }

  function fitConfig(config: Config): Config {
    const { rules, value } = config
    if (!rules) return config
    const report = reporterOf(config)
    if (rules.length > MOST_RULES) {
      report('lost', `The flag has more than ${MOST_RULES} rules`, 'Everybody gets its default value')
      return { ...config, rules: [] }
    }
    return {
      ...config,
      rules: rules.map((rule) => {
        if (!('split' in rule) || rule.split.length <= MOST_ARMS) return fitRule(config, rule)
        report('lost', `The flag has more than ${MOST_ARMS} shares`, 'Its default value takes their place')
        return fitRule(config, { ...(rule.when && { when: rule.when }), value })
      }),
    }
  }

  const segments = converted.segments.map(fitSegment)
  const features = converted.features.map(fitFeature)
  const configs = converted.configs.map(fitConfig)
  return { segments, features: [...features, ...parts], configs, findings: [...converted.findings, ...findings] }
}

/** Joins the leading rules that are active for all their clients. */
function joinActive(rules: readonly Rule[]): readonly Rule[] {
  const isPlain = ({ percentage, active }: Rule) => percentage === undefined && active !== false
  const end = rules.findIndex((rule) => !isPlain(rule))
  const plain = end < 0 ? rules : rules.slice(0, end)
  return [{ when: anyOf(plain.map(({ when = always }) => when)) }, ...rules.slice(plain.length)]
}
