import type { Clock, Report } from '@signalbox/core/gateway'
import type { SignedFile } from './signed-file.ts'

/** When the control plane was last heard of, by this process or an earlier one. */
export interface Contact {
  /** Epoch milliseconds. 0 if nobody knows. */
  readonly at: number
  /** The control plane was heard of. */
  heard(): void
  /** Reads what an earlier process has kept. */
  restore(): Promise<void>
  /** Keeps it now. */
  flush(): Promise<void>
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

/** Creates the memory of contacts. */
export function createContact({ file, clock, report }: ContactPorts): Contact {
  let at = 0
  let writtenAt = 0
  let isFailing = false

  async function flush(): Promise<void> {
    if (!file || at === 0 || writtenAt === at) return
    writtenAt = at
    try {
      await file.save(String(writtenAt))
      isFailing = false
    } catch (error) {
      if (!isFailing) report(error)
      isFailing = true
    }
  }

  return {
    get at() {
      return at
    },
    heard() {
      at = clock()
      if (at - writtenAt >= WRITE_MS) void flush()
    },
    async restore() {
      const kept = Number(await file?.load())
      if (Number.isSafeInteger(kept)) at = Math.max(at, kept)
    },
    flush,
  }
}
