import type { Clock, Report, SealingKey } from '@signalbox/core/gateway'
import { isObject, macOf } from '@signalbox/core/gateway'
import type { GatewayState } from '../state/state.ts'

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
  /** Where it is kept. @default nowhere */
  readonly state: GatewayState | undefined
  readonly sealing: () => Promise<SealingKey>
  readonly clock: Clock
  readonly report: Report
}

/** The name of the file. */
export const CONTACT_FILE = 'contact.json'
/** How often it is written. */
const WRITE_MS = 30_000

/**
 * Creates the memory of contacts. On disk the time is under an HMAC, so that nobody who can only write the folder can let revoked
 * consumers in for longer.
 */
export function createContact({ state, sealing, clock, report }: ContactPorts): Contact {
  let at = 0
  let writtenAt = 0
  let isFailing = false

  async function flush(): Promise<void> {
    if (!state || at === 0 || writtenAt === at) return
    writtenAt = at
    const mac = macOf(await sealing())
    mac.add(lineOf(writtenAt))
    try {
      await state.write(CONTACT_FILE, new TextEncoder().encode(JSON.stringify({ at: writtenAt, hmac: mac.end() })))
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
      const bytes = await state?.read(CONTACT_FILE)
      if (!bytes) return
      const kept = parsed(bytes)
      const mac = macOf(await sealing())
      if (kept) mac.add(lineOf(kept.at))
      if (kept && mac.verify(kept.hmac)) at = Math.max(at, kept.at)
      else {
        await state?.reject(CONTACT_FILE)
        report(new Error(`${CONTACT_FILE} was changed, or was written under another gateway key: it is set aside`))
      }
    },
    flush,
  }
}

const lineOf = (at: number): string => `contact ${at}`

function parsed(bytes: Uint8Array): { readonly at: number; readonly hmac: string } | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (isObject(value) && Number.isSafeInteger(value.at) && typeof value.hmac === 'string') return value as never
  } catch {
    // Whatever it is, it is not what was written.
  }
  return undefined
}
