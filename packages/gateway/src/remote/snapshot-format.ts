import { isObject } from '@signalbox/core/gateway'
import { LastingFailure } from '../served/retry-pauses.ts'

/** The first line of a snapshot: what holds for all of it. */
export interface SnapshotFormat {
  readonly kind: 'format'
  readonly format: number
  /** The IANA time zone of quotas. */
  readonly zone?: string
  /** How variants of experiments are chosen. */
  readonly assignment?: 'balanced' | 'hash' | 'classic'
}

/** The newest format that this version reads. */
const KNOWN = 1

/** Whether a line is the one with the format. */
export const isFormat = (line: unknown): line is SnapshotFormat => isObject(line) && line.kind === 'format'

/** Checks the first line of a snapshot. Throws if it is missing, or if a newer version wrote the snapshot. */
export function checkFormat(line: unknown): SnapshotFormat {
  if (!isFormat(line) || !Number.isSafeInteger(line.format))
    throw new Error('The snapshot is invalid: its first line must tell its format')
  if (line.format > KNOWN)
    throw new LastingFailure(
      `The control plane sends snapshots of the format ${line.format}, and this version reads up to ${KNOWN}: update the data plane. Until then, what is served stays as it is`,
    )
  return line
}
