import type { Report, SealingKey } from '@signalbox/core/gateway'
import type { GatewayState } from '../state/state.ts'
import { readSnapshot, SNAPSHOT_FILE } from './disk-snapshot.ts'
import { type Everything, toEverything } from './remote-units.ts'

interface RestorePorts {
  readonly state: GatewayState
  readonly sealing: () => Promise<SealingKey>
  readonly report: Report
}

/**
 * Reads what an earlier process kept; `undefined` if there is nothing to use. A file that is not exactly what was written is set
 * aside and reported.
 */
export async function restoreSnapshot({ state, sealing, report }: RestorePorts): Promise<Everything | undefined> {
  try {
    const kept = await readSnapshot(state, await sealing())
    return kept && (await toEverything(kept.format, kept.lines, await sealing()))
  } catch (cause) {
    await state.reject(SNAPSHOT_FILE).catch(report)
    const why = cause instanceof Error ? cause.message : String(cause)
    report(new Error(`The kept snapshot ${SNAPSHOT_FILE} is not used, and is set aside as .broken: ${why}`, { cause }))
    return undefined
  }
}
