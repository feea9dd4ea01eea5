import { originOf } from '../../machine/callers/origin.ts'
import { GATEWAY_KEY } from '../../machine/callers/sealing-of.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import type { CallContext } from '../../operation.ts'
import type { UsageBatch } from '../../usage/usage-batch.ts'

/** The type of events about reports of data planes that are not plausible. */
export const REPORT_REFUSED = 'GATEWAYKEY_REPORT_REFUSED'

/** One event for each gateway key within this time, so that reports cannot fill the log. */
const QUIET_MS = 600_000

/** Creates the function that writes an event when a report with a gateway key is refused, in part or as a whole. */
export function tellRefusals({ note, clock, zone, applied }: Instance) {
  const toldAt = new Map<string, number>()
  return async (call: CallContext, { instance }: UsageBatch, count: number): Promise<void> => {
    const key = call.caller.authInfo?.id ?? ''
    const now = clock()
    if (now - (toldAt.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return
    toldAt.set(key, now)
    const payload = { instance: String(instance).slice(0, 200), count }
    const timestamp = localTimestamp(now, zone)
    const event = { type: REPORT_REFUSED, domain: GATEWAY_KEY, key, payload, timestamp, ...originOf(call) }
    const committed = await note([], [event])
    if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
  }
}
