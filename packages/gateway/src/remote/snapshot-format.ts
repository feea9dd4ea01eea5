import { isObject, SNAPSHOT_FORMAT, type SourceFacts } from '@signalbox/core/gateway'
import { LastingFailure } from '../waiting/retry-pauses.ts'

/** The first line of a snapshot: what holds for all of it. */
export interface SnapshotFormat extends Partial<SourceFacts> {
  readonly kind: 'format'
  readonly format: number
}

/** Whether a line is the one with the format. */
export const isFormat = (line: unknown): line is SnapshotFormat => isObject(line) && line.kind === 'format'

/** Checks the first line of a snapshot. Throws if it is missing, or if a newer version wrote the snapshot. */
export function checkFormat(line: unknown): SnapshotFormat {
  if (!isFormat(line) || !Number.isSafeInteger(line.format))
    throw new Error('The snapshot is invalid: its first line must tell its format')
  if (line.format > SNAPSHOT_FORMAT)
    throw new LastingFailure(
      `The control plane sends snapshots of the format ${line.format}, and this version reads up to ${SNAPSHOT_FORMAT}: update the data plane. Until then, what is served stays as it is`,
    )
  return line
}
