import {
  type Config,
  type Feature,
  type ImportCounts,
  importCounts,
  type Segment,
  type Signalbox,
} from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import { loadPatterns } from '@signalbox/core/evaluate'
import type { Converted, Finding } from './vendor.ts'
import { loadVendor, type VendorName } from './vendors.ts'

/** Options of `importFlags`. */
export interface ImportFlagsOptions {
  /** The product that wrote the export. */
  readonly from: VendorName
  /** The export. */
  readonly text: string
  /** Whether to only report what would be imported. @default false */
  readonly dryRun?: boolean
  /** Whether to leave existing records unchanged. @default false */
  readonly keep?: boolean
  /** The environment whose state is imported. Required if an export has several. */
  readonly environment?: string | undefined
  /** The project whose flags are imported. @default all of them */
  readonly project?: string | undefined
}

/** How many records of a kind an import created, replaced, left unchanged, and could not write. */
export interface FlagCounts extends Required<ImportCounts> {
  readonly failed: number
}

/** A record that could not be written. */
export interface ImportFailure {
  readonly kind: RecordKind
  readonly id: string
  /** The pointer of the invalid member, if there is one, and what is wrong. */
  readonly message: string
}

/** The result of `importFlags`. */
export interface ImportFlagsReport extends Readonly<Record<RecordKind, FlagCounts>> {
  /** Whether the records were written: not in a dry run, and not if a record is invalid. */
  readonly written: boolean
  /** What has no equal in Signalbox, and what was done instead. */
  readonly findings: readonly Finding[]
  readonly failures: readonly ImportFailure[]
}

/** The kinds of imported records, in the order in which they are written. */
export const recordKinds = ['segments', 'features', 'configs'] as const
/** A kind of imported records. */
export type RecordKind = (typeof recordKinds)[number]

/**
 * Imports the flags of another product as segments, features and configs. The same export gives the same records, so an
 * import can be repeated. All records are validated first: if one is invalid, nothing is written. Throws INVALID for a
 * text that is no export of the product.
 *
 * @example
 * const text = await readFile('unleash.json', 'utf8')
 * const { findings, failures } = await importFlags(box, { from: 'unleash', text, dryRun: true })
 */
export async function importFlags(
  box: Signalbox,
  { from, text, dryRun = false, keep = false, environment, project }: ImportFlagsOptions,
): Promise<ImportFlagsReport> {
  const vendor = await loadVendor(from)
  for (const [name, chosen] of Object.entries({ environment, project }))
    if (chosen !== undefined && !vendor.chooses.includes(name as 'environment'))
      throw new SignalboxError('INVALID', `An export of ${vendor.label} has no ${name} to choose: omit --${name}`)
  const converted = vendor.convert(text, { environment, project, patterns: await loadPatterns() })
  const findings = [...converted.findings, ...(keep ? [] : await replacedFindings(box, converted))]
  const trial = await upload(box, converted, { dryRun: true, keep })
  if (dryRun || trial.failures.length > 0) return { ...trial, findings, written: false }
  return { ...(await upload(box, converted, { dryRun: false, keep })), findings, written: true }
}

/** Existing records that the import replaces although they were not imported from the same flag. */
async function replacedFindings(box: Signalbox, converted: Converted): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const kind of recordKinds) {
    const imported = new Map(converted[kind].map((record) => [record.id, record]))
    if (imported.size === 0) continue
    for await (const existing of await box[kind].export({})) {
      const next = imported.get(existing.id)
      if (!next || originOf(existing) === originOf(next)) continue
      const [what, instead] = [
        `the ${nouns[kind]} ${existing.id} exists and was not imported from it`,
        'it is replaced',
      ]
      findings.push({
        flag: keyOf(next),
        what,
        instead: `${instead}; pass --keep to leave it unchanged`,
        severity: 'changed',
      })
    }
  }
  return findings
}

const nouns = { segments: 'segment', features: 'feature', configs: 'config' } as const

/** Where a record was imported from: a product and a key, or the record that it helps. */
const originOf = ({ metadata: { importedFrom, helperOf } = {} }: Segment | Feature | Config): string =>
  JSON.stringify([Object(importedFrom).product, Object(importedFrom).key, helperOf])

const keyOf = ({ id, metadata }: Segment | Feature | Config): string => String(Object(metadata?.importedFrom).key ?? id)

interface UploadOptions {
  readonly dryRun: boolean
  readonly keep: boolean
}

async function upload(box: Signalbox, converted: Converted, { dryRun, keep }: UploadOptions) {
  const failures: ImportFailure[] = []
  const counts: Partial<Record<RecordKind, FlagCounts>> = {}
  for (const kind of recordKinds) {
    const records = converted[kind]
    const strategy = keep ? 'Keep' : 'Replace'
    const result = await box[kind].import({ body: records as never, strategy, dryRun })
    const { created = 0, replaced = 0, kept } = importCounts(result) ?? { kept: 0 }
    counts[kind] = { created, replaced, kept, failed: records.length - created - replaced - kept }
    failures.push(...failuresOf(kind, records, result.errors))
  }
  return { ...(counts as Record<RecordKind, FlagCounts>), failures }
}

type Errors = Awaited<ReturnType<Signalbox['features']['import']>>['errors']

/** Upload errors name lines from 1, and pointers begin with the line. */
function failuresOf(kind: RecordKind, records: readonly { id: string }[], { errors, fieldErrors }: Errors) {
  const places = new Map<string, string[]>()
  for (const [pointer, problems] of Object.entries(fieldErrors)) {
    const [, line = '', place = ''] = /^\/(\d+)(.*)$/s.exec(pointer) ?? []
    const told = problems.map(({ message, args }) => [message, ...args].join(' ')).join('; ')
    places.set(line, [...(places.get(line) ?? []), `${place}: ${told}`])
  }
  return errors.map(
    ({ args: [line = '', message = 'the import was interrupted'] }): ImportFailure => ({
      kind,
      id: records[Number(line) - 1]?.id ?? line,
      message: places.get(line)?.join('; ') ?? message,
    }),
  )
}
