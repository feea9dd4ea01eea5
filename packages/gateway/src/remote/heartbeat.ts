import { type DataPlane, isObject, type Report } from '@signalbox/core/gateway'
import { sleep } from '../waiting/sleep.ts'

interface HeartbeatPorts {
  readonly plane: DataPlane
  /** Reports a state. Resolves with the answer of the control plane. */
  readonly send: (status: ReturnType<DataPlane['status']>) => Promise<unknown>
  /** Receives, after each heartbeat, what the control plane has, and what the data plane had served before. */
  readonly onBeat: (head: number, served: number) => void
  readonly report: Report
  readonly signal: AbortSignal
}

const BEAT_MS = 5000

/**
 * Tells the control plane every five seconds what a data plane serves, so that it is listed, and learns how far it is behind.
 * The first failure of an outage is reported.
 */
export async function beat({ plane, send, onBeat, report, signal }: HeartbeatPorts): Promise<void> {
  let isFailing = false
  while (!signal.aborted) {
    const status = plane.status()
    try {
      const answer = await send(status)
      isFailing = false
      if (isObject(answer) && Number.isSafeInteger(answer.revision)) onBeat(answer.revision as number, status.revision)
    } catch (cause) {
      if (!isFailing && !signal.aborted)
        report(new Error('The state of the data plane could not be reported', { cause }))
      isFailing = true
    }
    await sleep(BEAT_MS, signal)
  }
}
