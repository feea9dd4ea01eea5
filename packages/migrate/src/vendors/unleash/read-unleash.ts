import { SignalboxError } from '@signalbox/core/errors'
import { isJson, type Json, listOf } from '../../otoroshi/findings.ts'
import { checkValues } from '../plans/check-values.ts'
import { itemsOf } from '../plans/items.ts'
import { notAnExport, readExport } from '../read-export.ts'
import type { UnleashExport, UnleashFlag, UnleashSegment } from './flag.ts'
import { constraintsOf, dependenciesOf, strategyOf, textOf, variantsOf } from './read-parts.ts'

/** Which part of an export to read. */
interface Part {
  readonly environment?: string | undefined
  readonly project?: string | undefined
}

const expected =
  'an export of Unleash in JSON: the response of /api/client/features, or a file exported from the admin interface'

/** Reads an export: the document of clients, or a file of the admin interface. Throws INVALID for anything else. */
export function readUnleash(text: string, { environment, project }: Part): UnleashExport {
  const document = readExport(text, expected)
  checkValues(document)
  if (
    !Array.isArray(document.features) ||
    !document.features.every((one) => isJson(one) && typeof one.name === 'string')
  )
    throw notAnExport(`${expected}; it needs a list features whose items have a name`)
  const isAdmin = isOfAdmin(document)
  const withoutStrategies = document.features.find((one) => isJson(one) && !Array.isArray(one.strategies))
  if (!isAdmin && isJson(withoutStrategies))
    throw notAnExport(
      `${expected}; the feature ${withoutStrategies.name} has no list strategies, without which it would be on for everybody`,
    )
  if (!isAdmin && environment !== undefined)
    throw new SignalboxError('INVALID', 'The file has the state of one environment: omit --environment')
  const flags = isAdmin ? adminFlags(document, environment) : listOf(document.features).map(clientFlag)
  return {
    flags: flags.filter((flag) => project === undefined || flag.project === project),
    segments: listOf(document.segments).map(segmentOf),
  }
}

const isOfAdmin = ({ featureStrategies, featureEnvironments }: Json): boolean =>
  Array.isArray(featureStrategies) || Array.isArray(featureEnvironments)

/** The members of a flag that both formats have. */
const common = (feature: Json) => ({
  name: String(feature.name),
  description: textOf(feature.description) || undefined,
  project: textOf(feature.project),
  impressionData: feature.impressionData === true,
})

function clientFlag(feature: Json): UnleashFlag {
  return {
    ...common(feature),
    enabled: feature.enabled === true,
    tags: [],
    strategies: itemsOf(feature.strategies).map(strategyOf),
    hasDisabledStrategies: false,
    variants: variantsOf(feature.variants),
    dependencies: dependenciesOf(feature.dependencies),
  }
}

/** In a file of the admin interface, what belongs to a flag stands in lists of its own. */
function adminFlags(document: Json, wanted: string | undefined): UnleashFlag[] {
  const malformed = listsOfFlags.find((name) => itemsOf(document[name]).includes(undefined))
  if (malformed) throw notAnExport(`${expected}; its member ${malformed} is not a list of objects`)
  const environments = listOf(document.featureEnvironments)
  const environment = chooseEnvironment(environments, wanted)
  const ofEnvironment = (one: Json) =>
    environment === undefined || one.environment === undefined || one.environment === environment
  const states = new Map(environments.filter(ofEnvironment).map((one) => [one.featureName, one]))
  const strategies = Map.groupBy(
    listOf(document.featureStrategies).filter(ofEnvironment),
    ({ featureName }) => featureName,
  )
  const tags = Map.groupBy(listOf(document.featureTags), ({ featureName }) => featureName)
  const dependencies = new Map(listOf(document.dependencies).map((one) => [one.feature, one.dependencies]))
  const segments = Map.groupBy(listOf(document.featureStrategySegments), ({ featureStrategyId }) => featureStrategyId)
  return listOf(document.features)
    .filter(({ archived }) => archived !== true)
    .map((feature) => {
      const state = states.get(feature.name)
      const all = strategies.get(feature.name) ?? []
      const used = all.filter(({ disabled }) => disabled !== true).toSorted(bySortOrder)
      return {
        ...common(feature),
        enabled: state?.enabled === true,
        tags: (tags.get(feature.name) ?? []).map(({ tagType, tagValue }) => `${tagType}:${tagValue}`),
        strategies: used.map((one) => {
          const listed = segments.get(one.id)?.map(({ segmentId }) => segmentId)
          return strategyOf({ ...one, name: one.strategyName ?? one.name, segments: listed ?? one.segments })
        }),
        hasDisabledStrategies: used.length < all.length,
        variants: variantsOf(state?.variants ?? feature.variants),
        dependencies: dependenciesOf(dependencies.get(feature.name)),
      }
    })
}

/** The lists of what belongs to flags. Without an item of them, a flag could be active for more clients. */
const listsOfFlags = ['featureStrategies', 'featureEnvironments', 'featureStrategySegments', 'dependencies'] as const

const bySortOrder = (a: Json, b: Json): number => Number(a.sortOrder ?? 0) - Number(b.sortOrder ?? 0)

const segmentOf = (segment: Json): UnleashSegment => ({
  id: String(segment.id),
  name: textOf(segment.name) || `segment-${String(segment.id)}`,
  constraints: Array.isArray(segment.constraints) ? constraintsOf(segment.constraints) : undefined,
})

/** The environment to import: the wanted one, or the only one. Throws INVALID if that is not clear. */
function chooseEnvironment(states: readonly Json[], wanted: string | undefined): string | undefined {
  const names = [...new Set(states.map(({ environment }) => environment))].filter((name) => typeof name === 'string')
  const choices = `the environments of the export are ${names.join(', ')}`
  if (wanted === undefined && names.length > 1)
    throw new SignalboxError('INVALID', `The file has several environments: pass --environment (${choices})`)
  if (wanted !== undefined && names.length > 0 && !names.includes(wanted))
    throw new SignalboxError('INVALID', `The file has no environment ${wanted}: ${choices}`)
  return wanted ?? names[0]
}
