import { createSignalbox, importCounts, type Signalbox } from '@signalbox/core'
import { translateApi } from './apis.ts'
import { collectFindings, type Findings, type Json } from './findings.ts'
import { type OtoroshiKind, type OtoroshiRecords, otoroshiKinds, type ParseYaml, readOtoroshi } from './read-records.ts'
import { translateErrorTemplate, translateStoredBackend, translateSubscription } from './records.ts'

/** Options of an import. */
export interface OtoroshiOptions {
  /** Parses exports in YAML. Throws for a text that is not YAML, and for integers that lose digits. */
  readonly parseYaml: ParseYaml
  /** Whether to only report what would be imported. @default false */
  readonly dryRun?: boolean
  /** Whether to leave existing records unchanged. @default false */
  readonly keep?: boolean
  /** Plugins and members of APIs to leave out, whatever their effect. @default none */
  readonly drop?: readonly string[]
}

/** The result of an import. */
export interface OtoroshiOutcome {
  /** Messages for each record, and the totals at the end. */
  readonly lines: readonly string[]
  /** Number of refused records. */
  readonly refused: number
}

/**
 * Imports APIs, stored backends, subscriptions and error templates from an export of Otoroshi (`readOtoroshi` lists the
 * formats). An API is refused if something that may guard it has no equivalent here, so that no API becomes more open
 * than it was. Throws for a text that cannot be read.
 */
export async function importOtoroshi(box: Signalbox, text: string, options: OtoroshiOptions): Promise<OtoroshiOutcome> {
  const records = readOtoroshi(text, options.parseYaml)
  if (!options.dryRun) return importRecords(box, records, options)
  const trial = await copyOf(box)
  try {
    return await importRecords(trial, records, options)
  } finally {
    await trial.close()
  }
}

type Counts = Record<'created' | 'replaced' | 'kept' | 'refused', number>

async function importRecords(
  box: Signalbox,
  records: OtoroshiRecords,
  { dryRun = false, keep = false, drop = [] }: OtoroshiOptions,
): Promise<OtoroshiOutcome> {
  const lines: string[] = []
  let refused = 0
  for (const kind of otoroshiKinds) {
    const { name, idOf, translate, upload } = kinds[kind]
    const counts: Counts = { created: 0, replaced: 0, kept: 0, refused: 0 }
    for (const record of records[kind]) {
      const { findings, notes, refusals } = collectFindings(new Set(drop))
      const translation = translate(record, findings, records.apis)
      const reasons = refusals.length > 0 ? refusals : await write(upload(box, keep), translation, counts)
      if (reasons.length > 0) counts.refused++
      lines.push(`${name} ${idOf(record)}${reasons.length > 0 ? ' is refused' : ''}`)
      for (const sentence of [...reasons, ...notes]) lines.push(`  ${sentence}`)
    }
    refused += counts.refused
    if (records[kind].length > 0)
      lines.push(
        `${kind}: ${Object.entries(counts)
          .map(([what, count]) => `${what} ${count}`)
          .join(', ')}`,
      )
  }
  if (records.others > 0) lines.push(`${records.others} records of other kinds are not supported and are left out`)
  if (dryRun) lines.push('Nothing was written, because this was a dry run')
  return { lines, refused }
}

type Upload = (body: readonly Json[]) => Promise<Awaited<ReturnType<Signalbox['apis']['import']>>>

/** Writes one record. Returns why it was refused; empty if it was not. */
async function write(upload: Upload, record: Json, counts: Counts): Promise<string[]> {
  const result = await upload([record])
  const { errors, fieldErrors } = result.errors
  const { created = 0, replaced = 0, kept = 0 } = importCounts(result) ?? {}
  counts.created += created
  counts.replaced += replaced
  counts.kept += kept
  if (errors.length === 0) return []
  const places = Object.entries(fieldErrors).map(
    ([pointer, problems]) =>
      `${pointer.replace(/^\/1/, '')}: ${problems.map(({ message, args }) => [message, ...args].join(' ')).join('; ')}`,
  )
  return places.length > 0 ? places : errors.map(({ args }) => args[1] ?? '')
}

interface Kind {
  readonly name: string
  readonly idOf: (record: Json) => string
  readonly translate: (record: Json, findings: Findings, apis: readonly Json[]) => Json
  readonly upload: (box: Signalbox, keep: boolean) => Upload
}

const idOf = ({ id }: Json): string => String(id)
const strategy = (keep: boolean) => (keep ? 'Keep' : 'Replace')

const kinds: Readonly<Record<OtoroshiKind, Kind>> = {
  backends: {
    name: 'backend',
    idOf,
    translate: translateStoredBackend,
    upload: (box, keep) => (body) => box.backends.import({ body: body as never, strategy: strategy(keep) }),
  },
  apis: {
    name: 'API',
    idOf,
    translate: translateApi,
    upload: (box, keep) => (body) => box.apis.import({ body: body as never, strategy: strategy(keep) }),
  },
  subscriptions: {
    name: 'subscription',
    idOf,
    translate: translateSubscription,
    upload: (box, keep) => (body) => box.subscriptions.import({ body: body as never, strategy: strategy(keep) }),
  },
  'error-templates': {
    name: 'error template',
    idOf: ({ serviceId }) => String(serviceId),
    translate: (record, _, apis) => translateErrorTemplate(record, apis),
    upload: (box, keep) => (body) => box.errorTemplates.import({ body: body as never, strategy: strategy(keep) }),
  },
}

/** Copies the records that imports depend on to a Signalbox in memory, for a dry run. */
async function copyOf(box: Signalbox): Promise<Signalbox> {
  const copy = createSignalbox()
  await copy.backends.import({ body: (await box.backends.export()) as never, strategy: 'Replace' })
  await copy.apis.import({ body: (await box.apis.export()) as never, strategy: 'Replace' })
  await copy.subscriptions.import({ body: (await box.subscriptions.export()) as never, strategy: 'Replace' })
  await copy.errorTemplates.import({ body: (await box.errorTemplates.export()) as never, strategy: 'Replace' })
  return copy
}
