import type { GatewayUnit } from '@signalbox/core/gateway'

/** Knows for which APIs some credential is accepted without its secret. */
export interface LoneIds {
  /** Applies a unit about a credential; ignores all others. */
  apply(unit: GatewayUnit): void
  /** Whether a client id alone may admit to an API, so that guesses have to be counted. */
  isAcceptedBy(api: string): boolean
}

/** Credentials for other APIs than their own count for all. */
const ALL = '*'

/** Creates the index, without any credentials. */
export function createLoneIds(): LoneIds {
  const places = new Map<string, string>()
  const counts = new Map<string, number>()
  const add = (place: string, by: number) => counts.set(place, (counts.get(place) ?? 0) + by)
  return {
    apply(unit) {
      if (unit.kind !== 'credential') return
      const before = places.get(unit.key)
      if (before !== undefined) add(before, -1)
      places.delete(unit.key)
      const { allowClientIdOnly, api_ref = '', authorizedEntities = [] } = unit.value ?? {}
      if (!allowClientIdOnly) return
      const place = authorizedEntities.length > 0 ? ALL : api_ref
      places.set(unit.key, place)
      add(place, 1)
    },
    isAcceptedBy: (api) => (counts.get(api) ?? 0) + (counts.get(ALL) ?? 0) > 0,
  }
}
