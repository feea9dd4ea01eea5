import type { Condition, Segment } from '@signalbox/core'
import { timeZone } from '@signalbox/core/evaluate'
import { compileCondition } from '@signalbox/core/targeting'
import { isJson, type Json, listOf } from '../../otoroshi/findings.ts'
import { fitKeys } from '../fit-key.ts'
import { CLOSED, closeDependents, type Need } from '../plans/close-lost.ts'
import { findCycles, type Graph } from '../plans/cycles.ts'
import { fitRecords } from '../plans/fit-records.ts'
import { createHelpers } from '../plans/helpers.ts'
import { always, isLost, lost, never } from '../plans/logic.ts'
import { isBoolean, type Plan } from '../plans/plan.ts'
import { toRecords } from '../plans/to-record.ts'
import type { Converted, ConvertOptions, Finding, Severity, Vendor } from '../vendor.ts'
import { toCondition } from './condition.ts'
import { toPlan } from './feature.ts'
import { createGroups } from './groups.ts'
import { readGrowthBook, type SourceFeature } from './read.ts'
import type { ConditionScope, PlainScope } from './scope.ts'
import { valuesOf } from './variations.ts'

const PRODUCT = 'growthbook'

/** The most rules of a record. */
const MOST_RULES = 1000

/** Features of GrowthBook: the payload of its SDKs, or features of its REST API. */
export const growthBook: Vendor = { label: 'GrowthBook', chooses: ['environment', 'project'], convert }

function convert(text: string, { patterns, environment, project }: ConvertOptions): Converted {
  const source = readGrowthBook(text, { environment, project })
  const byKey = new Map(source.features.map((feature) => [feature.key, feature]))
  const keys = fitKeys(byKey.keys(), PRODUCT)
  const helpers = createHelpers(keys)
  const findings: Finding[] = [...source.findings, ...keys.findings]
  const reported = new Set<string>()
  const valuesByKey = new Map(source.features.map((feature) => [feature.key, valuesOf(feature)]))
  const isCycle = findCycles(graphOf(source.features))

  /** Reports each sentence once for a feature. */
  const reporter = (flag: string) => (severity: Severity, what: string, instead: string) => {
    const finding = { flag, what, instead, severity }
    const text = JSON.stringify(finding)
    if (!reported.has(text)) findings.push(finding)
    reported.add(text)
  }
  const scopeFor = (flag: string): PlainScope => {
    const report = reporter(flag)
    return {
      patterns,
      onLost: (what) => report('lost', what, CLOSED),
      onChanged: (what, instead) => report('changed', what, instead),
    }
  }
  const groups = createGroups(source.savedGroups, { product: PRODUCT, scopeFor })

  /** Whether the value of a feature passes a condition: decided for each value that it can have. */
  function parent(from: string, key: string, condition: Json): Condition | undefined {
    const report = reporter(from)
    if (isCycle(from, key)) {
      report('lost', `The prerequisite ${key} is part of a circle`, 'The feature has no value where it is asked for')
      return undefined
    }
    const scope = withoutGroups(scopeFor(from))
    const when = toCondition(condition, scope)
    if (isLost(when)) return lost
    const { isTrue } = compileCondition(when, { ...nowhere, patterns })
    const passes = (value: unknown) => isTrue({ value })
    const values = valuesByKey.get(key)
    if (!values || !byKey.get(key)?.isOn) {
      if (!values) report('info', `The prerequisite ${key} does not exist`, 'It has no value')
      return passes(null) ? always : never
    }
    const { variations } = values
    const accepted = new Set(variations.flatMap(({ value }, i) => (passes(value) ? [i] : [])))
    if (!isBoolean({ variations }) && accepted.size > 0 && accepted.size < variations.length)
      report('info', `The prerequisite ${key} has more values than true and false`, 'A feature repeats its rules')
    if (accepted.size > 0 && accepted.size < variations.length)
      needs.push({ from: keys.idOf(from), to: keys.idOf(key), accepted: new Set(variations.keys()) })
    return helpers.hasOutcome({ id: keys.idOf(key), variations }, accepted)
  }

  const needs: Need[] = []
  const open = source.features.flatMap((feature): Plan[] => {
    const { key, definition, about } = feature
    const report = reporter(key)
    const values = valuesByKey.get(key)
    const count = listOf(definition.rules).length
    if (!values || count >= MOST_RULES) {
      report('lost', `The feature has ${count} rules`, 'It is left out')
      return []
    }
    const metadata = { ...keys.originOf(key, about.origin), ...(isJson(about.metadata) ? about.metadata : {}) }
    const scope = { ...scopeFor(key), ...groups.references(key), report, helpers, values, metadata, id: keys.idOf(key) }
    return [toPlan(feature, { ...scope, parent: (to, condition) => parent(key, to, condition) })]
  })

  const plans = closeDependents(open, needs, ({ from, to }) =>
    reporter(from)(
      'lost',
      `The feature needs ${to}, a part of which is lost`,
      'Everybody gets false, or the default value',
    ),
  )
  const { features, configs } = toRecords(plans)
  const planOf = new Map(plans.map((plan) => [plan.id, plan]))
  const segments: readonly Segment[] = groups.segments()
  const made = [...features, ...helpers.features((id) => planOf.get(id))]
  return fitRecords({ segments, features: made, configs, findings: [...findings, ...groups.findings()] }, keys)
}

/** Values of features are compared with no saved groups. */
function withoutGroups(scope: PlainScope): ConditionScope {
  const refuse = (): Condition => {
    scope.onLost('A prerequisite asks for a saved group')
    return lost
  }
  return { ...scope, inGroup: refuse, savedGroup: refuse }
}

/** Where conditions on the value of a feature are evaluated: without a clock, segments and features. */
const nowhere = { clock: () => 0, zone: timeZone('UTC'), segment: () => undefined, feature: () => undefined }

const graphOf = (features: readonly SourceFeature[]): Graph =>
  new Map(
    features.map(({ key, definition }) => [
      key,
      listOf(definition.rules).flatMap(({ parentConditions }) =>
        listOf(parentConditions).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
      ),
    ]),
  )
