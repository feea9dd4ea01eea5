import type { Condition, Config, Feature, Segment } from '@signalbox/core'
import { fitKeys } from '../fit-key.ts'
import { fitRecords } from '../plans/fit-records.ts'
import { allOf } from '../plans/logic.ts'
import type { Converted, ConvertOptions, Finding, Vendor } from '../vendor.ts'
import { conditionOf } from './constraint.ts'
import { dependencyOf } from './dependencies.ts'
import type { UnleashFlag, UnleashSegment } from './flag.ts'
import { readUnleash } from './read-unleash.ts'
import { createReporting, type Reporting } from './reporting.ts'
import { toFeatures } from './to-features.ts'
import { hasOwnVariants, toVariants } from './to-variants.ts'

/** Flags of Unleash: strategies become rules, variants a config beside the feature, segments stay segments. */
export const unleash: Vendor = { label: 'Unleash', chooses: ['environment', 'project'], convert }

function convert(text: string, { patterns, ...part }: ConvertOptions): Converted {
  const { flags: all, segments: listed } = readUnleash(text, part)
  const findings: Finding[] = []
  const narrowed = new Set<string>()
  const reportingOf = (flag: string): Reporting => {
    const reporting = createReporting(flag, findings, patterns)
    const lost: Reporting['lost'] = (what, instead) => {
      narrowed.add(flag)
      reporting.lost(what, instead)
    }
    return { ...reporting, lost }
  }
  const flags = new Map(all.map((flag) => [flag.name, flag]))
  for (const [i, { name }] of all.entries())
    if (flags.get(name) !== all[i])
      reportingOf(name).changed('The export has the flag several times', 'The last one is imported')
  const keys = fitKeys(flags.keys(), 'unleash')
  findings.push(...keys.findings)

  const segments = new Map(listed.map((segment) => [segment.id, segment]))
  const counts = new Map<string, number>()
  for (const { name } of segments.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const segmentKey = (name: string, id: string): string => ((counts.get(name) ?? 0) > 1 ? `${name}-${id}` : name)
  const segmentKeys = fitKeys(
    [...segments.values()].map(({ name, id }) => segmentKey(name, id)),
    'unleash',
  )
  const segmentFor =
    (flag: string) =>
    (id: string): Condition | undefined => {
      const found = segments.get(id)
      if (found && narrowed.has(nameOf(found))) narrowed.add(flag)
      return found && { segment: segmentKeys.idOf(segmentKey(found.name, found.id)) }
    }
  const written = [...segments.values()].flatMap((one): Segment[] => {
    const key = segmentKey(one.name, one.id)
    const id = segmentKeys.idOf(key)
    const reporting = reportingOf(nameOf(one))
    if (!one.constraints) {
      reporting.lost(
        'The export of the admin interface has only the name of the segment',
        `Conditions on it are false until you create the segment ${id}, or import the response of /api/client/features`,
      )
      return []
    }
    const when = allOf(one.constraints.map((constraint) => conditionOf(constraint, reporting)))
    return [{ id, when, metadata: segmentKeys.originOf(key) }]
  })

  const features: Feature[] = []
  const configs = new Map<string, Config>()
  const helpers = new Map<string, Feature>()
  const converted = new Map<string, Config | undefined>()

  /** Parents have no dependencies, so their variants can be converted first. */
  const inOrder = [...flags.values()].toSorted(
    (a, b) => Math.sign(a.dependencies.length) - Math.sign(b.dependencies.length),
  )
  for (const flag of inOrder) {
    const reporting = reportingOf(flag.name)
    const context = {
      keys,
      flags,
      isNarrowed: (name: string) => narrowed.has(name),
      variantsOf: (name: string) => converted.get(name),
      addFeature: (feature: Feature) => void helpers.set(feature.id, feature),
    }
    const dependencies = flag.dependencies.map((one) => dependencyOf(one, context, reporting))
    const { features: own, strategies } = toFeatures(flag, dependencies, {
      keys,
      segment: segmentFor(flag.name),
      reporting,
      mustName: hasOwnVariants(flag),
    })
    features.push(...own)
    const config = toVariants(flag, { keys, reporting, strategies })
    converted.set(flag.name, config)
    if (config) configs.set(config.id, config)
    reportRest(flag, reporting)
  }

  const records = { segments: written, features: [...features, ...helpers.values()], configs: [...configs.values()] }
  return fitRecords({ ...records, findings }, keys)
}

/** The name of a segment in findings. */
const nameOf = ({ name }: UnleashSegment): string => `segment ${name}`

function reportRest({ impressionData, hasDisabledStrategies, strategies }: UnleashFlag, reporting: Reporting): void {
  if (impressionData) reporting.info('The flag reports impressions', 'They are not imported: use experiments')
  if (!hasDisabledStrategies) return
  const instead = strategies.length === 0 ? 'Without another strategy, the flag is inactive' : 'They are left out'
  reporting.info('Some strategies of the flag are disabled', instead)
}
