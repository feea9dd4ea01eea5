import { checkIntegers } from '@signalbox/core/wire'
import { isGiven, isJson, type Json, listOf, textsOf } from '../../otoroshi/findings.ts'
import { checkValues } from '../plans/check-values.ts'
import { notAnExport, readExport } from '../read-export.ts'
import type { ConvertOptions, Finding } from '../vendor.ts'

/** A feature in the form of the SDKs, whatever export it comes from. */
export interface SourceFeature {
  readonly key: string
  /** `defaultValue` and `rules`. */
  readonly definition: Json
  /** Whether it is on in the environment. SDKs do not get features that are off. */
  readonly isOn: boolean
  /** What GrowthBook knows of the feature beside its rules. */
  readonly about: Json
}

/** What an export contains. */
export interface Source {
  readonly features: readonly SourceFeature[]
  /** A list of values, or an object with a `type`. */
  readonly savedGroups: ReadonlyMap<string, unknown>
  readonly findings: readonly Finding[]
}

const EXPECTED =
  'an export of GrowthBook: {"features": {…}} as SDKs get it (GET /api/features/{client key}), or {"features": […]} of GET /api/v1/features'

/** Reads the payload of an SDK, or features of the REST API. */
export function readGrowthBook(text: string, options: Pick<ConvertOptions, 'environment' | 'project'>): Source {
  const root = readExport(text, EXPECTED)
  checkValues(root)
  if (typeof root.encryptedFeatures === 'string' && root.encryptedFeatures !== '')
    throw notAnExport(
      'features that are not encrypted: decrypt the payload first, or use an SDK connection without encryption',
    )
  const { features, savedGroups, experiments } = root
  if (!isJson(features) && !Array.isArray(features)) throw notAnExport(EXPECTED)
  const findings: Finding[] = listOf(experiments).map(({ key }) => ({
    flag: typeof key === 'string' ? key : 'experiments',
    what: 'An experiment changes pages without a feature',
    instead: 'It is left out',
    severity: 'lost',
  }))
  const found = new Map<string, SourceFeature>()
  const lost = (flag: string, what: string, instead = 'It is left out') =>
    findings.push({ flag, what, instead, severity: 'lost' })

  for (const [key, definition] of isJson(features) ? Object.entries(features) : [])
    if (isJson(definition)) found.set(key, { key, definition, isOn: true, about: {} })
    else lost(key, 'The feature is not an object')

  for (const [i, item] of (Array.isArray(features) ? features : []).entries()) {
    if (!isJson(item) || typeof item.id !== 'string') {
      lost(`item ${i}`, 'The feature is not an object with an id')
      continue
    }
    if (options.project !== undefined && item.project !== options.project) continue
    if (found.has(item.id)) lost(item.id, 'The export contains this feature twice', 'The last one is imported')
    const feature = fromItem({ ...item, id: item.id }, options.environment)
    if (feature) found.set(item.id, feature)
    else lost(item.id, 'The feature has no definition that is JSON')
  }
  return { features: [...found.values()], savedGroups: groupsIn(savedGroups), findings }
}

const groupsIn = (groups: unknown): ReadonlyMap<string, unknown> =>
  Array.isArray(groups)
    ? new Map(listOf(groups).flatMap((group) => (typeof group.id === 'string' ? [[group.id, groupOf(group)]] : [])))
    : new Map(isJson(groups) ? Object.entries(groups) : [])

/** A saved group of the REST API. Its condition is a text. */
function groupOf(group: Json): unknown {
  if (!isGiven(group.condition)) return { ...group, type: 'list' }
  return {
    ...group,
    type: 'condition',
    condition: typeof group.condition === 'string' ? tryParse(group.condition) : group.condition,
  }
}

/** A feature of the REST API. Each environment has the definition that SDKs get, as a text. */
function fromItem(item: Json & { id: string }, environment: string | undefined): SourceFeature | undefined {
  const environments = isJson(item.environments) ? item.environments : {}
  const names = Object.keys(environments)
  const name = environment ?? (names.length === 1 ? names[0] : undefined)
  if (name === undefined) throw notAnExport(`one environment: pass --environment with one of ${names.join(', ')}`)
  const state = Object.hasOwn(environments, name) ? environments[name] : undefined
  if (!isJson(state))
    throw notAnExport(`the environment ${name} in feature ${item.id}, which has ${names.join(', ') || 'none'}`)
  const definition = typeof state.definition === 'string' ? tryParse(state.definition) : state.definition
  const isOn = state.enabled === true && item.archived !== true
  if (!isJson(definition) && isOn) return undefined
  const { description, tags, owner, project, archived } = item
  return {
    key: item.id,
    definition: isJson(definition) ? definition : { defaultValue: valueOfText(item) },
    isOn,
    about: {
      ...(typeof description === 'string' && { description }),
      tags: textsOf(tags),
      // OFREP publishes the scalars of the metadata, but not its objects.
      origin: typeof owner === 'string' && owner !== '' ? { maintainer: owner } : {},
      metadata: {
        ...(typeof project === 'string' && project !== '' && { project }),
        ...(archived === true && { archived }),
      },
    },
  }
}

/** The default value of the REST API is a text. */
const valueOfText = ({ valueType, defaultValue }: Json): unknown =>
  valueType === 'string' ? defaultValue : tryParse(String(defaultValue))

/** A value in JSON within a text; `undefined` if it is not JSON. Throws INVALID for integers that lose digits, and for values that `checkValues` refuses. */
function tryParse(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  checkIntegers(text)
  checkValues(value)
  return value
}
