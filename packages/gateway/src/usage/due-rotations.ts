import { isRotationDue, type LiveConsumers } from '@signalbox/core/gateway'

/** Finds out which of the credentials in use are due for rotation. */
export interface DueRotations {
  /** A credential was used. */
  saw(clientId: string): void
  /** The credentials that were used since the last call and are due. Each is returned at most once an hour. */
  take(now: number): string[]
}

const HOUR = 60 * 60_000
/** The most credentials that are remembered as told. */
const MOST_CREDENTIALS = 10_000

/** Creates a list of due rotations. */
export function createDueRotations({ findCredential }: Pick<LiveConsumers, 'findCredential'>): DueRotations {
  let seen = new Set<string>()
  const told = new Map<string, number>()

  function isDue(clientId: string, now: number): boolean {
    const credential = findCredential(clientId)?.credential
    if (!credential || credential.isDueTold || now - (told.get(clientId) ?? Number.NEGATIVE_INFINITY) < HOUR)
      return false
    return isRotationDue(credential.rotation ?? {}, credential.secrets, now)
  }

  return {
    saw: (clientId) => void seen.add(clientId),
    take(now) {
      if (seen.size === 0) return []
      const due = [...seen].filter((one) => isDue(one, now))
      seen = new Set()
      if (told.size > MOST_CREDENTIALS) told.clear()
      for (const one of due) told.set(one, now)
      return due
    },
  }
}
