import type { ApiOutcomes, PlaneStatus } from '@signalbox/core/gateway'
import type { ControlPlane } from './control-plane.ts'

/** What a data plane reports about its own state. */
export type PlaneReport = PlaneStatus & {
  readonly version: string
  /** The APIs whose requests fail. */
  readonly outcomes?: readonly ApiOutcomes[]
}

/** Members that control planes of the last release do not know. */
const newer = ['url', 'outcomes'] as const satisfies readonly (keyof PlaneReport)[]

/** How long newer members are left out after a control plane did not know them: it may be updated meanwhile. */
const PAUSE_MS = 600_000

/**
 * Sends reports to a control plane. One of the last release rejects the whole report as INVALID for a member that it does not
 * know: then the report is sent again without newer members, and so are the next ones.
 */
export function reporter(control: Pick<ControlPlane, 'report'>, elapsed: () => number = () => performance.now()) {
  let plainUntil = Number.NEGATIVE_INFINITY
  return async (body: { readonly plane?: PlaneReport; readonly usage?: object }, signal: AbortSignal) => {
    const { plane, ...others } = body
    const plain = plane && { ...others, plane: withoutNewer(plane) }
    const isLess = plane !== undefined && newer.some((name) => plane[name] !== undefined)
    if (!plain || !isLess) return control.report(body, signal)
    if (elapsed() < plainUntil) return control.report(plain, signal)
    try {
      return await control.report(body, signal)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'INVALID') throw error
      const answer = await control.report(plain, signal)
      plainUntil = elapsed() + PAUSE_MS
      return answer
    }
  }
}

const withoutNewer = (plane: PlaneReport): PlaneReport =>
  Object.fromEntries(Object.entries(plane).filter(([name]) => !(newer as readonly string[]).includes(name))) as never
