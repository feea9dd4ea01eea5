import { isolatesRequests } from '../../machine/time/closing.ts'
import type { Report, Wait } from '../../ports.ts'
import type { DataPlane } from './data-plane.ts'
import type { Planes } from './planes.ts'

interface WaitingPorts {
  readonly planes: Planes
  readonly wait: Wait
  readonly report: Report
}

/** How long a write waits for data planes, in milliseconds. */
const LIMIT_MS = 1000

/**
 * Waits until the data planes of this process serve a revision, so that the next request sees the write. A data plane that
 * takes longer than a second is reported once, and the write continues. Where the host isolates requests, one request
 * cannot wait for the work of another, so nothing waits.
 */
export function planesApplied({ planes, wait, report }: WaitingPorts): (revision: number) => Promise<void> {
  const slow = new WeakSet<DataPlane>()

  async function until(plane: DataPlane, revision: number): Promise<void> {
    const limit = new AbortController()
    const isLate = wait(LIMIT_MS, limit.signal).then(() => !limit.signal.aborted)
    const isApplied = Promise.resolve(plane.applied?.(revision)).then(() => false)
    const wasLate = await Promise.race([isApplied, isLate]).finally(() => limit.abort())
    if (!wasLate || slow.has(plane)) return
    slow.add(plane)
    const { id } = plane.status()
    const what = `Data plane ${id} did not apply a change within ${LIMIT_MS} milliseconds`
    report(new Error(`${what}: writes of what it serves take that long, and are effective later`))
  }

  return async (revision) => {
    if (planes.size === 0 || isolatesRequests()) return
    await Promise.all([...planes].map((plane) => plane.applied && until(plane, revision).catch(report)))
  }
}
