import { fromBase64Url, isObject, macOf } from '@signalbox/core/gateway'
import { gunzipText } from '../gzip.ts'
import { FORMAT, parsed, type SnapshotHeader } from './snapshot-format.ts'
import type { SnapshotKey } from './snapshot-key.ts'

/** A snapshot whose authenticity was checked. */
export interface OpenedSnapshot {
  readonly header: SnapshotHeader
  /** The records of an export, decrypted as they are read. @default of all kinds */
  records(kinds?: readonly string[]): AsyncIterable<{ readonly kind: string; readonly record: unknown }>
  /** What data planes serve: first the line with the format, last the end. Secrets are sealed. */
  units(): Iterable<unknown>
}

/**
 * Opens a snapshot. Rejects with an `Error` whose message says why it is not used, as the end of a sentence, unless it
 * is exactly what was written under the same key.
 */
export async function openSnapshot(bytes: Uint8Array<ArrayBuffer>, key: SnapshotKey): Promise<OpenedSnapshot> {
  const text = await gunzipText(bytes).catch((cause) => {
    throw new Error('it is truncated, or is not a snapshot', { cause })
  })
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('it is truncated')
  const header = checkHeader(parsed(lines[0]), key)
  const end = parsed(lines.pop())
  if (!isObject(end) || end.kind !== 'end' || typeof end.hmac !== 'string')
    throw new Error('it is truncated: its last line is missing')
  const { hmac, ...counted } = end
  const mac = macOf(key)
  for (const line of lines) mac.add(line)
  mac.add(JSON.stringify(counted))
  if (!mac.verify(hmac as string)) throw new Error('it was changed after it was written')
  const [, ...rest] = lines

  return {
    header,
    async *records(kinds) {
      for (const line of rest) {
        const { kind, record, sealed } = parsed(line) as Line
        if (kind === 'gateway' || (kinds && !kinds.includes(kind))) continue
        yield { kind, record: sealed === undefined ? record : await open(sealed, kind, key) }
      }
    },
    *units() {
      for (const line of rest) {
        const { kind, unit } = parsed(line) as Line
        if (kind === 'gateway') yield unit
      }
    },
  }
}

interface Line {
  readonly kind: string
  readonly record?: unknown
  readonly sealed?: string
  readonly unit?: unknown
}

/** The HMAC was checked before, so a failure is the writer's fault. */
const open = async (sealed: string, kind: string, key: SnapshotKey): Promise<unknown> =>
  JSON.parse(await key.decrypt(fromBase64Url(sealed) ?? new Uint8Array(), kind))

function checkHeader(header: unknown, { id }: SnapshotKey): SnapshotHeader {
  if (!isObject(header) || header.kind !== 'snapshot' || !Number.isSafeInteger(header.revision))
    throw new Error('it is not a snapshot of Signalbox')
  if (Number(header.format) > FORMAT)
    throw new Error(`a newer version wrote it, in the format ${header.format}: update this program`)
  if (header.key !== id)
    throw new Error('it was written under another key: set SIGNALBOX_SNAPSHOT_KEY to that of the writer')
  return header as unknown as SnapshotHeader
}
