import { isJson, type Json, listOf, textsOf } from '../../otoroshi/findings.ts'
import { checkValues } from '../plans/check-values.ts'
import { notAnExport, readExport } from '../read-export.ts'
import type { ConvertOptions, Finding } from '../vendor.ts'

/** A flag in the form of the SDKs, whatever export it comes from. */
export interface SourceFlag extends Json {
  readonly key: string
  /** The values. REST exports have objects with a name. */
  readonly values: readonly unknown[]
  readonly names: readonly (string | undefined)[]
  /** What LaunchDarkly knows of the flag beside its targeting. */
  readonly about: Json
}

/** A segment in the form of the SDKs. */
export interface SourceSegment extends Json {
  readonly key: string
}

/** What an export contains. */
export interface Source {
  readonly flags: readonly SourceFlag[]
  readonly segments: readonly SourceSegment[]
  /** Whether the export has all segments. If not, conditions refer to segments that it lacks. */
  readonly hasSegments: boolean
  readonly findings: readonly Finding[]
}

const EXPECTED =
  'an export of LaunchDarkly: {"flags": {…}, "segments": {…}} as SDKs get it, or {"items": […]} of GET /api/v2/flags/{project}?summary=0'

/** Reads the data of an SDK, a file of its file data source, or flags and segments of the REST API. */
export function readLaunchDarkly(text: string, options: Pick<ConvertOptions, 'environment'>): Source {
  const root = readExport(text, EXPECTED)
  checkValues(root)
  const data = isJson(root.data) && !root.flags ? root.data : root
  const hasFlags = isGroup(data.flags) || isGroup(data.flagValues) || isGroup(data.segments)
  if (!hasFlags && !Array.isArray(data.items)) throw notAnExport(EXPECTED)
  const findings: Finding[] = []
  const flags = new Map<string, SourceFlag>()
  const segments = new Map<string, SourceSegment>()

  function add<T extends { readonly key: string }>(records: Map<string, T>, record: T): void {
    if (records.has(record.key))
      findings.push(lost(record.key, 'The export contains this key twice', 'The last one is imported'))
    records.set(record.key, record)
  }

  const malformed = (key: string) => findings.push(lost(key, 'The entry is not an object with a key', 'It is left out'))

  for (const [key, entry] of entriesOf(data.flags))
    if (isJson(entry)) add(flags, fromEntry({ ...entry, key }, options))
    else malformed(key)
  for (const [key, value] of isJson(data.flagValues) ? Object.entries(data.flagValues) : [])
    add(flags, { key, on: true, fallthrough: { variation: 0 }, values: [value], names: [], about: {} })
  for (const [key, entry] of entriesOf(data.segments))
    if (isJson(entry)) add(segments, { ...entry, key })
    else malformed(key)
  for (const [i, item] of (Array.isArray(data.items) ? data.items : []).entries())
    if (!isJson(item) || typeof item.key !== 'string') malformed(`item ${i}`)
    else if (item.variations || item.environments) add(flags, fromEntry({ ...item, key: item.key }, options))
    else add(segments, { ...item, key: item.key })
  const hasSegments =
    isGroup(data.segments) || segments.size > 0 || (isGroup(data.flags) && !Array.isArray(itemsOf(data.flags)))
  return { flags: [...flags.values()], segments: [...segments.values()], hasSegments, findings }
}

const lost = (flag: string, what: string, instead: string): Finding => ({ flag, what, instead, severity: 'lost' })

const isGroup = (value: unknown): boolean => isJson(value)
const itemsOf = (value: unknown): unknown => (isJson(value) ? value.items : undefined)

/** The entries of an object of records by key, or of a page of the REST API. */
function entriesOf(group: unknown): readonly (readonly [string, unknown])[] {
  const items = itemsOf(group)
  if (Array.isArray(items))
    return items.map((item, i) => [isJson(item) && typeof item.key === 'string' ? item.key : `item ${i}`, item])
  return isJson(group) ? Object.entries(group) : []
}

function fromEntry(entry: Json & { key: string }, options: Pick<ConvertOptions, 'environment'>): SourceFlag {
  if (!isJson(entry.environments))
    return {
      ...entry,
      values: Array.isArray(entry.variations) ? entry.variations : [],
      names: [],
      about: aboutOf(entry),
    }
  const variations = listOf(entry.variations)
  return {
    ...environmentOf(entry, entry.environments, options),
    key: entry.key,
    values: variations.map(({ value }) => value),
    names: variations.map(({ name }) => (typeof name === 'string' ? name : undefined)),
    about: aboutOf(entry),
  }
}

/** The targeting of a flag of the REST API in the chosen environment. */
function environmentOf(
  { key, archived }: Json,
  environments: Json,
  { environment }: Pick<ConvertOptions, 'environment'>,
): Json {
  const names = Object.keys(environments)
  const name = environment ?? (names.length === 1 ? names[0] : undefined)
  if (name === undefined) throw notAnExport(`one environment: pass --environment with one of ${names.join(', ')}`)
  const state = Object.hasOwn(environments, name) ? environments[name] : undefined
  if (!isJson(state))
    throw notAnExport(`the environment ${name} in flag ${key}, which has ${names.join(', ') || 'none'}`)
  if (isJson(state._summary) && !state.rules && !state.fallthrough)
    throw notAnExport('the rules of all flags: export them with the query parameter summary=0')
  return { ...state, archived: archived === true || state.archived === true }
}

/** What is kept of a flag as description, tags and metadata. */
function aboutOf(entry: Json): Json {
  const {
    name,
    description,
    tags,
    temporary,
    archived,
    maintainerId,
    _maintainer,
    clientSideAvailability,
    clientSide,
  } = entry
  const maintainer = isJson(_maintainer) && typeof _maintainer.email === 'string' ? _maintainer.email : maintainerId
  return {
    description: [name === entry.key ? undefined : name, description]
      .filter((one) => typeof one === 'string' && one !== '')
      .join('. '),
    tags: textsOf(tags),
    // OFREP publishes the scalars of the metadata, but not its objects.
    origin: typeof maintainer === 'string' ? { maintainer } : {},
    metadata: {
      ...(temporary === true && { temporary }),
      ...(archived === true && { archived }),
      ...clientSideOf(isJson(clientSideAvailability) ? clientSideAvailability : { usingEnvironmentId: clientSide }),
    },
  }
}

function clientSideOf({ usingEnvironmentId, usingMobileKey }: Json): Json {
  const kinds = [...(usingEnvironmentId === true ? ['browser'] : []), ...(usingMobileKey === true ? ['mobile'] : [])]
  return kinds.length > 0 ? { availableTo: kinds } : {}
}
