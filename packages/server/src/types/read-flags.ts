import { createInterface } from 'node:readline'
import type { Signalbox } from '@signalbox/core'
import { openToRead } from '../files/files.ts'
import { cannotBeRead, serverAt } from '../folder/remote-server.ts'
import type { Settings } from '../settings/settings.ts'
import { storeUrls } from '../stores/stores.ts'
import type { FlagRecords } from './flag-types.ts'

/** Reads the features, configs and experiments from a Signalbox or a client. */
export async function flagsOf(api: Pick<Signalbox, 'features' | 'configs' | 'experiments'>): Promise<FlagRecords> {
  const [features, configs, experiments] = await Promise.all([
    all(api.features.export()),
    all(api.configs.export()),
    all(api.experiments.export()),
  ])
  return { features, configs, experiments }
}

/** Reads the flags of a server with the configured API key. Errors name the server. */
export const flagsOfServer = (baseUrl: string, settings: Settings): Promise<FlagRecords> =>
  flagsOf(serverAt(baseUrl, settings)).catch(cannotBeRead(`The flags of ${baseUrl}`))

/**
 * Reads flags from an nd-json file: an export of `signalbox export`, or downloaded features, configs and experiments.
 * Other kinds in an export are skipped. Throws for a file that cannot be read, and for an invalid line, with its
 * number.
 */
export async function flagsOfFile(path: string): Promise<FlagRecords> {
  const found: { [K in Kind]: FlagRecords[K][number][] } = { features: [], configs: [], experiments: [] }
  const { stream } = await openToRead(path, `pass the URL of a server, an nd-json file, or a store: ${storeUrls}`)
  let number = 0
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (text.trim() === '') continue
    const line = parse(text)
    if (!line)
      throw new Error(
        `Line ${number} of ${path} is invalid: expected a feature, a config, an experiment, or a line of an export`,
      )
    if (Object.hasOwn(fits, line.kind)) found[line.kind as Kind].push(line.record as never)
  }
  return found
}

type Kind = keyof FlagRecords

const hasId = (value: unknown): value is { id: string } & Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

/** Tests that recognize each kind of record. */
const fits: Readonly<Record<Kind, (record: unknown) => boolean>> = {
  features: (record) => hasId(record) && 'activationStrategy' in record,
  configs: (record) => hasId(record) && 'value' in record,
  experiments: (record) => hasId(record) && Array.isArray(record.variants) && record.variants.every(hasId),
}

/** Returns a record and its kind; `undefined` for an invalid line. */
function parse(text: string): { kind: string; record: unknown } | undefined {
  const line = json(text)
  if (typeof line !== 'object' || line === null) return undefined
  if ('kind' in line && 'record' in line) {
    const { kind, record } = line
    if (typeof kind !== 'string' || (Object.hasOwn(fits, kind) && !fits[kind as Kind](record))) return undefined
    return { kind, record }
  }
  const kind = (Object.keys(fits) as Kind[]).find((one) => fits[one](line))
  return kind && { kind, record: line }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function all<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const line of lines) found.push(line)
  return found
}
