import type { Config, Feature } from '@signalbox/core'
import { isJson } from '../../otoroshi/findings.ts'
import { fitKeys } from '../fit-key.ts'
import { fitRecords } from '../plans/fit-records.ts'
import { nameVariations } from '../plans/names.ts'
import { isBoolean, type PlanRule, type Variation } from '../plans/plan.ts'
import { toRecord } from '../plans/to-record.ts'
import type { Converted, ConvertOptions, Finding, Severity, Vendor } from '../vendor.ts'
import { type FlagdFlag, readFlagd } from './read.ts'
import { rulesOf } from './targeting.ts'
import { Unsupported } from './unsupported.ts'

/** The most levels and nodes of a rule with everything that it refers to. */
const MOST_LEVELS = 100
const MOST_NODES = 20_000

/**
 * Puts shared rules in the place of their references (`$ref`), and the key of the flag in the place of
 * `$flagd.flagKey`. Throws `Unsupported` for references in a circle, unknown ones, and rules that are too large.
 */
function expandRule(rule: unknown, key: string, evaluators: ReadonlyMap<string, unknown>): unknown {
  let nodes = 0
  function expand(node: unknown, open: readonly string[], level: number): unknown {
    if (level > MOST_LEVELS || ++nodes > MOST_NODES) throw new Unsupported('The rule is too large or too deeply nested')
    if (Array.isArray(node)) return node.map((one) => expand(one, open, level + 1))
    if (!isJson(node)) return node
    if (typeof node.$ref === 'string') {
      const name = node.$ref
      if (open.includes(name)) throw new Unsupported(`The shared rule ${name} refers to itself`)
      if (!evaluators.has(name)) throw new Unsupported(`The shared rule ${name} does not exist`)
      return expand(evaluators.get(name), [...open, name], level + 1)
    }
    const [operator] = Object.keys(node)
    if (operator === 'var' && [node.var].flat()[0] === '$flagd.flagKey') return key
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, expand(value, open, level + 1)]))
  }
  return expand(rule, [], 0)
}

/** Flags of flagd: boolean ones become features, all others configs. */
export const flagd: Vendor = { label: 'flagd', chooses: [], convert }

/** The most rules of a record. */
const MOST_RULES = 1000

function convert(text: string, _: ConvertOptions): Converted {
  const { flags, evaluators } = readFlagd(text)
  const keys = fitKeys(
    flags.map(({ key }) => key),
    'flagd',
  )
  const findings: Finding[] = [...keys.findings]
  const features: Feature[] = []
  const configs: Config[] = []
  for (const flag of flags) {
    const { key, isEnabled, metadata } = flag
    const report = (severity: Severity, what: string, instead: string) =>
      void findings.push({ flag: key, severity, what, instead })
    const id = keys.idOf(key)
    const variations = variationsOf(flag)
    if (variations.length === 0) {
      report('lost', 'The flag has no variants', 'It is left out')
      continue
    }
    const otherwise = defaultOf(flag, variations)
    let isClosed = false
    const rules = isEnabled || isBoolean({ variations }) ? rulesFor() : []
    if (!isEnabled)
      report(
        'changed',
        'The flag is disabled: clients use the default of their code',
        isBoolean({ variations }) ? 'The feature is inactive' : 'Everybody gets its default variant',
      )
    const record = toRecord({
      id,
      variations,
      rules,
      otherwise,
      isEnabled: isEnabled && !isClosed,
      metadata: { ...metadata, ...keys.originOf(key) },
    })
    if ('feature' in record) features.push(record.feature)
    else configs.push(record.config)

    function rulesFor(): readonly PlanRule[] {
      if (flag.targeting === undefined) return []
      let isSplit = false
      let count = 0
      const unknown = new Set<string>()
      try {
        if (!isJson(flag.targeting)) throw new Unsupported('The targeting is not an object')
        const rules = rulesOf(expandRule(flag.targeting, key, evaluators), {
          id,
          key,
          outcomes: new Map(variations.flatMap(({ name, isNone }, i) => (isNone ? [] : [[name, i] as const]))),
          otherwise,
          onSplit: () => {
            isSplit = true
          },
          onRules(added) {
            count += added
            if (count > MOST_RULES) throw new Unsupported('The rule is larger than rules may be here')
          },
          onUnknown: (variant) => unknown.add(variant),
        })
        if (rules.length > MOST_RULES) throw new Unsupported('The rule is larger than rules may be here')
        if (isSplit)
          report(
            'changed',
            'flagd hashes the clients of fractional in another way',
            'The shares are the same, but clients may get another variant than before',
          )
        for (const variant of unknown)
          report(
            'changed',
            `The rule chooses the variant ${variant}, which does not exist`,
            'It chooses the default variant',
          )
        return rules
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error
        isClosed = isBoolean({ variations })
        report('lost', error.message, isClosed ? 'The flag is disabled' : 'Everybody gets the default variant')
        return []
      }
    }
  }
  return fitRecords({ segments: [], features, configs, findings }, keys)
}

/** The variants, and one without a value if the flag has no default variant. */
function variationsOf({ variants, defaultVariant }: FlagdFlag): readonly Variation[] {
  const named = nameVariations([...variants.values()], [...variants.keys()])
  if (defaultVariant !== undefined && variants.has(defaultVariant)) return named
  return named.length === 0 ? [] : [...named, { name: 'none', value: null, isNone: true }]
}

const defaultOf = ({ variants, defaultVariant }: FlagdFlag, variations: readonly Variation[]): number =>
  defaultVariant !== undefined && variants.has(defaultVariant)
    ? [...variants.keys()].indexOf(defaultVariant)
    : variations.length - 1
