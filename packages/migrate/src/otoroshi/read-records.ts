import { checkIntegers } from '@signalbox/core/wire'
import { isJson, type Json, withoutNulls } from './findings.ts'

/** The kinds of records that are translated. */
export const otoroshiKinds = ['backends', 'apis', 'subscriptions', 'error-templates'] as const
/** A kind of records that is translated. */
export type OtoroshiKind = (typeof otoroshiKinds)[number]

/** Parses YAML. Throws for a text that is none, and for integers that lose digits. */
export type ParseYaml = (text: string) => unknown

/** The records of a file by kind. */
export interface OtoroshiRecords extends Readonly<Record<OtoroshiKind, readonly Json[]>> {
  /** Number of records of other kinds, which are not imported. */
  readonly others: number
}

/** Tests that recognize each kind of record, in this order. */
const fits: readonly (readonly [OtoroshiKind, (record: Json) => boolean])[] = [
  ['error-templates', ({ serviceId }) => typeof serviceId === 'string'],
  ['subscriptions', ({ api_ref, plan_ref }) => typeof api_ref === 'string' && typeof plan_ref === 'string'],
  [
    'apis',
    ({ routes, flows, blueprint }) => Array.isArray(routes) && (Array.isArray(flows) || blueprint !== undefined),
  ],
  ['backends', ({ backend, frontend }) => isJson(backend) && Array.isArray(backend.targets) && frontend === undefined],
]

/**
 * Reads records from an Otoroshi file in JSON or YAML: one record, a list, a full export, nd-json (each line a record,
 * or a key with a value), or Kubernetes resources. Throws for text that is neither JSON nor YAML, and
 * for integers that lose digits.
 */
export function readOtoroshi(text: string, parseYaml: ParseYaml): OtoroshiRecords {
  const found: Record<OtoroshiKind, Json[]> = { backends: [], apis: [], subscriptions: [], 'error-templates': [] }
  let others = 0
  for (const record of recordsIn(parse(text, parseYaml))) {
    const kind = fits.find(([, isOne]) => isOne(record))?.[0]
    if (kind) found[kind].push(withoutNulls(record))
    else others++
  }
  return { ...found, others }
}

function parse(text: string, parseYaml: ParseYaml): unknown {
  if (!/^\s*[{[]/.test(text)) return parseYaml(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) throw new Error(`The file is not JSON: ${(cause as Error).message}`, { cause })
    return lines.map((line, i) => parseLine(line, i + 1))
  }
  checkIntegers(text)
  return value
}

function parseLine(line: string, number: number): unknown {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw new Error(`Line ${number} of the file is not JSON: ${(cause as Error).message}`, { cause })
  }
  try {
    checkIntegers(line)
  } catch (cause) {
    throw new Error(`Line ${number} of the file is invalid: ${(cause as Error).message}`, { cause })
  }
  return value
}

/** Returns the records in a value, including those in the lists of an export. */
function recordsIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn)
  if (!isJson(value)) return []
  if (isJson(value.spec) && typeof value.apiVersion === 'string') return [withId(value.spec, value.metadata)]
  if (typeof value.k === 'string' && 'v' in value) return recordsIn(readValue(value.v))
  const isExport = value.label === 'Otoroshi export' || (Array.isArray(value.apis) && !Array.isArray(value.routes))
  return isExport ? Object.values(value).flatMap((list) => (Array.isArray(list) ? recordsIn(list) : [])) : [value]
}

const withId = (spec: Json, metadata: unknown): Json =>
  spec.id === undefined && isJson(metadata) && typeof metadata.name === 'string' ? { ...spec, id: metadata.name } : spec

function readValue(value: unknown): unknown {
  if (typeof value !== 'string') return value
  let read: unknown
  try {
    read = JSON.parse(value)
  } catch {
    return undefined
  }
  checkIntegers(value)
  return read
}
