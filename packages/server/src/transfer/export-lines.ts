import { contract, type Signalbox, type Transfer, transfers } from '@signalbox/core'
import packageJson from '../../package.json' with { type: 'json' }

/** The form of export files. It grows with a change that earlier versions would read wrongly. */
export const EXPORT_FORMAT = 1

/** The kind of the first line of an export, which tells how to read the others. Early exports have none. */
export const HEADER = 'signalbox'

/** What the first line of an export tells. */
export interface ExportHeader {
  readonly format: number
  /** The version of Signalbox that wrote the file. */
  readonly version: string
}

/** All kinds of stored records, ordered so that an import finds the records that later ones refer to. */
export const exportedKinds: readonly Transfer[] = transfers(contract)

/**
 * Exports every record as a line `{"kind","record"}`, after a line with the format and the version. Secrets and hashes are
 * not encrypted, so protect the file like the store itself.
 */
export async function* exportLines(box: Signalbox): AsyncGenerator<string> {
  const header: ExportHeader = { format: EXPORT_FORMAT, version: packageJson.version }
  yield `${JSON.stringify({ kind: HEADER, record: header })}\n`
  for (const { kind, export: download } of exportedKinds)
    for await (const record of (await download.find(box)()) as AsyncIterable<unknown>)
      yield `${JSON.stringify({ kind, record })}\n`
}
