import type { Ports } from '../../ports.ts'
import type { Duties } from './duties.ts'

/** What a duty that is repeated needs. */
export interface DutyPorts extends Pick<Ports, 'report'> {
  /** A wait that does not keep the process alive. */
  readonly waitIdly: Ports['wait']
  /** Aborts when the instance closes. */
  readonly closing: AbortSignal
  readonly duties: Duties
}

const HOUR = 60 * 60_000

/** A task that is repeated. */
export interface Repeated {
  readonly work: () => Promise<unknown>
  /** @default an hour */
  readonly pause?: () => Promise<unknown>
}

/**
 * Repeats a task, now and after each pause, until the instance closes. Failures are reported and counted as failures of
 * the duty, except failures caused by closing. The task is tried again after the next pause.
 */
export async function repeatDuty(ports: DutyPorts, name: string, { work, pause }: Repeated): Promise<void> {
  const { report, waitIdly, closing, duties } = ports
  const duty = duties.begin(name)
  for (; !closing.aborted; await (pause?.() ?? waitIdly(HOUR, closing)))
    await work().then(
      () => duty.done(),
      (error) => {
        if (closing.aborted) return
        duty.failed()
        report(error)
      },
    )
}
