import { type Assignment, isObject } from '@signalbox/core/gateway'

/** How the writer of a snapshot evaluates. */
export interface SnapshotSettings {
  /** IANA time zone for dates without one. */
  readonly timeZone: string
  /** How percentages select clients. */
  readonly bucketing: 'murmur3' | 'classic'
  /** How experiments assign variants. */
  readonly assignment: Assignment
}

/** The first line of a snapshot. */
export interface SnapshotHeader {
  readonly kind: 'snapshot'
  readonly format: number
  /** The id of the newest event when the snapshot was begun. */
  readonly revision: number
  /** When it was begun, in ISO 8601. */
  readonly at: string
  /** Tells keys apart, without telling the key. */
  readonly key: string
  readonly settings: SnapshotSettings
}

/** What `latest.json` says. */
export interface Latest {
  readonly revision: number
  /** Of the file as it is stored, in hexadecimal. */
  readonly sha256: string
  /** When the snapshot was begun, in ISO 8601. */
  readonly at: string
}

/** The version of the form of snapshots. */
export const FORMAT = 1

/** The name of the object that names the newest snapshot. */
export const LATEST = 'latest.json'

/** The folder of snapshots. */
export const SNAPSHOTS = 'snapshots/'

/** The name of the snapshot of a revision. Names sort like revisions. */
export const nameOf = (revision: number): string => `${SNAPSHOTS}${String(revision).padStart(16, '0')}.ndjson.gz`

/** The revision of a snapshot by its name; `undefined` for any other name. */
export function revisionIn(name: string): number | undefined {
  const [, digits] = /^snapshots\/(\d{16})\.ndjson\.gz$/.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Reads `latest.json`. Throws an `Error` that says what is wrong. */
export function readLatest(text: string): Latest {
  const latest = parsed(text)
  if (
    isObject(latest) &&
    Number.isSafeInteger(latest.revision) &&
    /^[0-9a-f]{64}$/.test(String(latest.sha256)) &&
    typeof latest.at === 'string'
  )
    return latest as unknown as Latest
  throw new Error(`${LATEST} is invalid: expected revision, sha256 and at`)
}

/** Parses a line. `undefined` if it is not JSON. */
export function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
