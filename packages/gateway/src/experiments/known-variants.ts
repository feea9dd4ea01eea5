import { boundedKeys } from '../limits/bounded-keys.ts'

/** What is remembered of one client of an experiment. */
export interface KnownVariant {
  readonly variant: string
  /** The cookie that says the same, once it was made. */
  cookie?: string
}

/** The variants of the clients that were seen last. */
export interface KnownVariants {
  find(experiment: string, clientId: string): KnownVariant | undefined
  remember(experiment: string, clientId: string, variant: string): KnownVariant
}

/** Remembers the variants of so many clients; beyond that the least recently used are forgotten. */
export function createKnownVariants(most = 100_000): KnownVariants {
  const known = boundedKeys<KnownVariant>(() => false, most)
  return {
    find: (experiment, clientId) => known.get(placeOf(experiment, clientId)),
    remember(experiment, clientId, variant) {
      const place = placeOf(experiment, clientId)
      const before = known.get(place)
      if (before && before.variant === variant) return before
      const next: KnownVariant = { variant }
      known.set(place, next, 0)
      return next
    },
  }
}

/** The key of a client of an experiment. Ids have no line breaks. */
export const placeOf = (experiment: string, clientId: string): string => `${experiment}\n${clientId}`
