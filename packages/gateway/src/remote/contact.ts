import { type Clock, isObject, type Report } from '@signalbox/core/gateway'
import type { SignedFile } from './signed-file.ts'

/** When the control plane last answered this process or an earlier one. */
export interface Contact {
  /** Epoch milliseconds. 0 if nobody knows. */
  readonly at: number
  /** The control plane has nothing newer than the snapshot of this revision. Call it after what it sent was checked. */
  heard(revision: number): void
  /** The snapshot of this revision is on the disk; the control plane had nothing newer at this time. */
  kept(moment: Moment): void
  /**
   * Reads what an earlier process has kept, beside a snapshot of this revision. It is not used if that process had a newer
   * snapshot, which is missing now, or if its time is later than now.
   */
  restore(revision: number | undefined): Promise<void>
  /** Keeps it now. */
  flush(): Promise<void>
}

/** When the snapshot of a revision was the newest. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly at: number
  readonly revision: number
}

interface ContactPorts {
  /** Where it is kept. It is signed, so that nobody can let revoked consumers in for longer. @default nowhere */
  readonly file: SignedFile | undefined
  readonly clock: Clock
  readonly report: Report
}

/** The name of the file. */
export const CONTACT_FILE = 'contact.txt'
/** How often it is written. */
const WRITE_MS = 30_000

/** Creates the memory of contacts. Only contacts about the snapshot on the disk are kept. */
export function createContact({ file, clock, report }: ContactPorts): Contact {
  let at = 0
  /** The last contact about the snapshot on the disk. */
  let last: Moment | undefined
  let written: Moment | undefined
  let isFailing = false

  async function flush(): Promise<void> {
    const next = last
    if (!file || !next || next === written) return
    written = next
    try {
      await file.save(JSON.stringify({ at: next.at, revision: next.revision }))
      isFailing = false
    } catch (error) {
      if (!isFailing) report(error)
      isFailing = true
    }
  }

  function remember(moment: Moment): void {
    last = moment
    // A snapshot is older than the one before after a backup of the control plane was restored.
    if (!written || moment.at - written.at >= WRITE_MS || moment.revision < written.revision) void flush()
  }

  return {
    get at() {
      return at
    },
    heard(revision) {
      at = clock()
      if (last?.revision === revision) remember({ at, revision })
    },
    kept: remember,
    async restore(revision) {
      const moment = momentIn(await file?.load())
      if (!moment || revision === undefined || revision < moment.revision || moment.at > clock()) return
      at = Math.max(at, moment.at)
    },
    flush,
  }
}

function momentIn(text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined
  const moment: unknown = JSON.parse(text)
  return isObject(moment) && Number.isSafeInteger(moment.at) && Number.isSafeInteger(moment.revision)
    ? (moment as never)
    : undefined
}
