import { isObject, macOf, type SealedUnit, type SealingKey } from '@signalbox/core/gateway'
import type { GatewayState } from '../state/state.ts'
import { toSealedUnit } from './held-units.ts'
import { checkFormat, type SnapshotFormat } from './snapshot-format.ts'

/** What a data plane keeps of its control plane. */
export interface KeptSnapshot {
  readonly format: SnapshotFormat
  /** Sealed units; the last one is the end. */
  readonly lines: readonly SealedUnit[]
}

/** How long writing keeps the thread, in milliseconds. */
const SLICE_MS = 5

/** The most bytes of a snapshot that is read, unzipped: no JavaScript engine holds a longer text. */
const MOST_BYTES = 512 * 1024 * 1024

/** The name of the file. */
export const SNAPSHOT_FILE = 'snapshot.ndjson.gz'

/**
 * Reads the kept snapshot; `undefined` if there is none. Throws an `Error` that says why it is not used if anything in it
 * differs from what was written.
 */
export async function readSnapshot(
  state: GatewayState,
  key: SealingKey,
  most = MOST_BYTES,
): Promise<KeptSnapshot | undefined> {
  const bytes = await state.read(SNAPSHOT_FILE)
  if (!bytes) return undefined
  // The HMAC is checked later: until then, a small file must not fill the memory.
  const limit = atMost(most)
  const text = await through(new DecompressionStream('gzip'), bytes, limit)
    .then((unzipped) => new TextDecoder('utf-8', { fatal: true }).decode(unzipped))
    .catch((cause) => {
      if (cause === limit.error) throw cause
      throw new Error('it is truncated, or is not a snapshot', { cause })
    })
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('it is truncated')
  const { hmac, ...end } = endOf(lines.pop())
  const mac = macOf(key)
  for (const line of lines) mac.add(line)
  mac.add(JSON.stringify(end))
  if (!mac.verify(hmac)) throw new Error('it was changed, or was written under another gateway key')
  const [first, ...units] = lines.map((line): unknown => JSON.parse(line))
  return { format: checkFormat(first), lines: [...units.map(toSealedUnit), toSealedUnit(end)] }
}

/** Replaces the kept snapshot. `texts` are sealed units as JSON. */
export async function writeSnapshot(
  state: GatewayState,
  key: SealingKey,
  {
    format,
    texts,
    revision,
  }: { readonly format: SnapshotFormat; readonly texts: Iterable<string>; readonly revision: number },
): Promise<void> {
  const mac = macOf(key)
  const lines: string[] = []
  const end = { kind: 'end', revision }
  mac.add(JSON.stringify(format))
  lines.push(JSON.stringify(format))
  let from = performance.now()
  for (const line of texts) {
    mac.add(line)
    lines.push(line)
    if (performance.now() - from < SLICE_MS) continue
    // Requests get a turn.
    await new Promise((resolve) => setTimeout(resolve))
    from = performance.now()
  }
  mac.add(JSON.stringify(end))
  lines.push(JSON.stringify({ ...end, hmac: mac.end() }), '')
  await state.write(
    SNAPSHOT_FILE,
    await through(new CompressionStream('gzip'), new TextEncoder().encode(lines.join('\n'))),
  )
}

function endOf(line: string | undefined): { readonly hmac: string } {
  try {
    const end: unknown = JSON.parse(line ?? '')
    if (isObject(end) && end.kind === 'end' && typeof end.hmac === 'string') return end as never
  } catch {
    // It is no end either.
  }
  throw new Error('it is truncated: its last line is missing')
}

async function through(
  change: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
  limit = atMost(Infinity),
): Promise<Uint8Array> {
  const changed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(change)
  return new Uint8Array(await new Response(changed.pipeThrough(limit.stream)).arrayBuffer())
}

/** A stream that fails with its `error` when more bytes than this have passed. */
function atMost(bytes: number) {
  const error = new Error(`it has more than ${bytes} bytes when unzipped`)
  let passed = 0
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      passed += chunk.length
      if (passed > bytes) controller.error(error)
      else controller.enqueue(chunk)
    },
  })
  return { stream, error }
}
