import type { TargetState } from './target-state.ts'

/** Why a backend has no target for a request. */
export type Unusable = 'errors.backend.unavailable' | 'errors.backend.circuit.open'

/** Which targets of a backend take requests. */
export interface Usable {
  /** May be empty. */
  readonly targets: readonly TargetState[]
  /** The backups that take what failed at all of `targets`. */
  readonly backups: readonly TargetState[]
  /** Why there are none, if there are none. */
  readonly unusable: Unusable
  /** Whether health checks and ejections are ignored, since too few targets are left. */
  readonly isPanicking: boolean
  /** When this may change without an event, on the clock of `performance.now`. */
  readonly until: number
}

interface UsableRules {
  readonly blockOnRed: boolean
  readonly maxEjected: number
}

/**
 * Finds the targets that take requests. Backups take them only if no other target does. If fewer than half of the targets are
 * well, all are used whose circuit is closed, because the checks may be wrong or the load too much for the rest; but
 * backups that are well come first if nothing else is. `blockOnRed`: never. `maxEjected` is the share of targets whose
 * ejection counts. Of these, targets that take no connections rest, backups included, unless all of them do.
 */
export function usableOf(all: readonly TargetState[], now: number, { blockOnRed, maxEjected }: UsableRules): Usable {
  const serving = all.filter(({ rests }) => rests === undefined)
  const ejected = ejectedOf(all, now, maxEjected)
  const well = serving.filter((one) => !one.server.isRed && !ejected.has(one))
  const taking = well.filter(({ server }) => !server.isBlocked(now))
  const isPanicking =
    !blockOnRed &&
    2 * well.length < serving.length &&
    (taking.length === 0 || taking.some(({ target }) => !target.backup))
  const open = isPanicking ? serving.filter(({ server }) => !server.isBlocked(now)) : taking
  const awake = open.filter(({ server }) => !server.isResting(now))
  const targets = awake.length > 0 ? awake : open
  const first = targets.filter(({ target }) => !target.backup)
  const isOpen = (isPanicking ? serving : well).length > 0
  return {
    targets: first.length > 0 ? first : targets,
    backups: first.length > 0 ? targets.filter(({ target }) => target.backup) : [],
    unusable: isOpen ? 'errors.backend.circuit.open' : 'errors.backend.unavailable',
    isPanicking,
    until: serving.reduce((least, { server }) => Math.min(least, server.nextChange(now)), Number.POSITIVE_INFINITY),
  }
}

/** The targets that are ejected. Servers may be ejected for the sake of other backends: then the first ones count. */
function ejectedOf(all: readonly TargetState[], now: number, maxEjected: number): ReadonlySet<TargetState> {
  const ejected = all.filter(({ server }) => server.isEjected(now))
  const most = Math.floor(maxEjected * all.length)
  if (ejected.length <= most) return new Set(ejected)
  return new Set(ejected.sort((a, b) => a.server.ejectedAt - b.server.ejectedAt).slice(0, most))
}
