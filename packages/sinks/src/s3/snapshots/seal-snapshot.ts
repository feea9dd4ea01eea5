import { macOf, type SealedUnit, toBase64Url } from '@signalbox/core/gateway'
import { gzipLines } from '../gzip.ts'
import { FORMAT, type SnapshotHeader, type SnapshotSettings } from './snapshot-format.ts'
import type { SnapshotKey } from './snapshot-key.ts'

/** A record of the store, as in an export. */
export interface SnapshotRecord {
  readonly kind: string
  readonly record: unknown
  /** Whether it may contain a secret, so that it is encrypted. */
  readonly isSecret: boolean
}

/** Everything that a snapshot contains. */
export interface SnapshotContent extends Pick<SnapshotHeader, 'revision' | 'at'> {
  readonly settings: SnapshotSettings
  readonly records: AsyncIterable<SnapshotRecord>
  /** What data planes serve: first the line with the format, last the end. Secrets are sealed under the same key. */
  readonly units: AsyncIterable<SealedUnit | { readonly kind: 'format' }>
}

/** How many records are encrypted at the same time. */
const AT_ONCE = 64

/**
 * Writes a snapshot: nd-json in gzip. Lines are as in an export, `{"kind", "record"}`. Lines with secrets are `{"kind",
 * "sealed"}`, encrypted with AES-256-GCM. The last line has an HMAC-SHA-256 of all others.
 */
export async function sealSnapshot(content: SnapshotContent, key: SnapshotKey): Promise<Uint8Array<ArrayBuffer>> {
  const { revision, at, settings, records, units } = content
  const mac = macOf(key)
  let count = 0

  function counted(line: object): string {
    const text = JSON.stringify(line)
    mac.add(text)
    count++
    return text
  }

  const seal = async ({ kind, record, isSecret }: SnapshotRecord): Promise<object> =>
    isSecret ? { kind, sealed: toBase64Url(await key.encrypt(JSON.stringify(record), kind)) } : { kind, record }

  async function* lines(): AsyncGenerator<string> {
    const header: SnapshotHeader = { kind: 'snapshot', format: FORMAT, revision, at, key: key.id, settings }
    yield counted(header)
    for await (const some of slices(records)) for (const line of await Promise.all(some.map(seal))) yield counted(line)
    for await (const unit of units) yield counted({ kind: 'gateway', unit })
    const end = { kind: 'end', lines: count }
    mac.add(JSON.stringify(end))
    yield JSON.stringify({ ...end, hmac: mac.end() })
  }
  return gzipLines(lines())
}

async function* slices<T>(values: AsyncIterable<T>): AsyncGenerator<T[]> {
  let slice: T[] = []
  for await (const value of values) {
    if (slice.push(value) < AT_ONCE) continue
    yield slice
    slice = []
  }
  yield slice
}
