import type { Segment } from '@signalbox/core'
import { listOf, textsOf } from '../../otoroshi/findings.ts'
import { fitKeys } from '../fit-key.ts'
import { CLOSED, closeDependents, type Need } from '../plans/close-lost.ts'
import { findCycles, type Graph } from '../plans/cycles.ts'
import { fitRecords } from '../plans/fit-records.ts'
import { createHelpers } from '../plans/helpers.ts'
import { lost, never } from '../plans/logic.ts'
import { nameVariations } from '../plans/names.ts'
import { isBoolean, type Plan } from '../plans/plan.ts'
import { toRecords } from '../plans/to-record.ts'
import type { Converted, ConvertOptions, Finding, Severity, Vendor } from '../vendor.ts'
import { isOn, toPlan } from './flag.ts'
import { readLaunchDarkly, type SourceFlag, type SourceSegment } from './read.ts'
import { toSegment } from './segment.ts'

const PRODUCT = 'launchdarkly'

/** The most rules of a record. */
const MOST_RULES = 1000

/** Flags of LaunchDarkly: the data of its SDKs, or flags and segments of its REST API. */
export const launchDarkly: Vendor = { label: 'LaunchDarkly', chooses: ['environment'], convert }

function convert(text: string, { patterns, environment }: ConvertOptions): Converted {
  const source = readLaunchDarkly(text, { environment })
  const flagsByKey = new Map(source.flags.map((flag) => [flag.key, flag]))
  const segmentsByKey = new Map(source.segments.map((segment) => [segment.key, segment]))
  const referred = [...source.flags, ...source.segments.filter(({ rules }) => rules)].flatMap(segmentsOf)
  const keys = fitKeys(flagsByKey.keys(), PRODUCT)
  const segmentKeys = fitKeys([...segmentsByKey.keys(), ...referred], PRODUCT)
  const helpers = createHelpers(keys)
  const findings: Finding[] = [...source.findings, ...keys.findings, ...segmentKeys.findings]
  const reported = new Set<string>()
  const lostSegments = new Set<string>()
  const isCycle = findCycles(graphOf(source.flags, prerequisitesOf))
  const isSegmentCycle = findCycles(graphOf(source.segments, segmentsOf))
  const variationsOf = new Map(source.flags.map(({ key, values, names }) => [key, nameVariations(values, names)]))

  /** Reports each sentence once for a flag. */
  const reporter = (flag: string) => (severity: Severity, what: string, instead: string) => {
    const finding = { flag, what, instead, severity }
    const text = JSON.stringify(finding)
    if (!reported.has(text)) findings.push(finding)
    reported.add(text)
  }

  function scopeOf(key: string, isInCycle: (to: string) => boolean) {
    const report = reporter(key)
    return {
      patterns,
      report,
      onLost: (what: string, instead: string) => report('lost', what, instead),
      onChanged: (what: string, instead: string) => report('changed', what, instead),
      segment(to: string) {
        if (isInCycle(to)) report('lost', `The segment ${to} refers to itself`, CLOSED)
        else if (lostSegments.has(to)) report('lost', `A part of the segment ${to} is lost`, CLOSED)
        else if (segmentsByKey.has(to) || !source.hasSegments) return { segment: segmentKeys.idOf(to) }
        else {
          report('info', `The segment ${to} does not exist`, 'Nobody is in it')
          return never
        }
        return lost
      },
    }
  }

  function prerequisite(from: string, key: string, variation: unknown) {
    const report = reporter(from)
    const flag = flagsByKey.get(key)
    const variations = variationsOf.get(key) ?? []
    if (isCycle(from, key)) {
      report('lost', `The prerequisite ${key} is part of a circle`, 'It is never met')
      return lost
    }
    if (!flag) report('lost', `The prerequisite ${key} is not in the export`, 'It is never met')
    else if (typeof variation === 'number' && variations[variation]) {
      const wantsTrue = isBoolean({ variations }) && variations[variation]?.value === true
      const isOffFalse = variations[Number(flag.offVariation)]?.value === false
      if (!isBoolean({ variations }))
        report('info', `The prerequisite ${key} has more values than true and false`, 'A feature repeats its rules')
      needs.push({ from: keys.idOf(from), to: keys.idOf(key), accepted: new Set([variation]) })
      if (isOn(flag) || (wantsTrue && isOffFalse))
        return helpers.hasOutcome({ id: keys.idOf(key), variations }, new Set([variation]))
      report('changed', `The prerequisite ${key} is off`, 'It is never met, also when the flag is turned on here')
    }
    return never
  }

  const needs: Need[] = []
  /** Segments that refer to lost ones are lost, too. Their second conversion knows all lost ones. */
  const convertSegments = (): Segment[] =>
    source.segments.map((segment) =>
      toSegment(segment, {
        ...scopeOf(segment.key, (to) => isSegmentCycle(segment.key, to)),
        id: segmentKeys.idOf(segment.key),
        helpers,
        metadata: { ...segmentKeys.originOf(segment.key) },
      }),
    )
  convertSegments()
  for (const { flag, severity } of findings) if (severity === 'lost' && segmentsByKey.has(flag)) lostSegments.add(flag)
  addDependents(lostSegments, graphOf(source.segments, segmentsOf))
  const segments = convertSegments()

  const open = source.flags.flatMap((flag): Plan[] => {
    const { key, about } = flag
    const variations = variationsOf.get(key) ?? []
    const report = reporter(key)
    const count = listOf(flag.rules).length
    if (variations.length === 0 || count >= MOST_RULES) {
      report(
        'lost',
        variations.length === 0 ? 'The flag has no variations' : `The flag has ${count} rules`,
        'It is left out',
      )
      return []
    }
    const metadata = { ...keys.originOf(key, about.origin), ...(about.metadata as object) }
    const scope = { ...scopeOf(key, () => false), id: keys.idOf(key), variations, metadata }
    return [toPlan(flag, { ...scope, prerequisite: (to, variation) => prerequisite(key, to, variation) })]
  })

  const plans = closeDependents(open, needs, ({ from, to }) =>
    reporter(from)('lost', `The flag needs ${to}, a part of which is lost`, 'Everybody gets false, or the off value'),
  )
  const { features, configs } = toRecords(plans)
  const planOf = new Map(plans.map((plan) => [plan.id, plan]))
  const made = [...features, ...helpers.features((id) => planOf.get(id))]
  return fitRecords({ segments, features: made, configs, findings }, keys)
}

const prerequisitesOf = ({ prerequisites }: SourceFlag): string[] =>
  listOf(prerequisites).flatMap(({ key }) => (typeof key === 'string' ? [key] : []))

const segmentsOf = ({ rules }: SourceFlag | SourceSegment): string[] =>
  listOf(rules).flatMap(({ clauses }) =>
    listOf(clauses).flatMap(({ op, values }) => (op === 'segmentMatch' ? [...textsOf(values)] : [])),
  )

const graphOf = <T extends { readonly key: string }>(records: readonly T[], next: (record: T) => string[]): Graph =>
  new Map(records.map((record) => [record.key, next(record)]))

/** Adds the records that refer to records of a set, directly or through others. */
function addDependents(found: Set<string>, graph: Graph): void {
  const referring = Map.groupBy(
    [...graph].flatMap(([from, list]) => list.map((to) => ({ from, to }))),
    ({ to }) => to,
  )
  // A set visits what is added to it while it is read.
  for (const to of found) for (const { from } of referring.get(to) ?? []) found.add(from)
}
