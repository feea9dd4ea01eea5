/**
 * Shares of traffic that always sum to 1. They are counted in millionths, so that sums are exact and shares are decimals that
 * people would write.
 */
const UNITS = 1_000_000

/** Positions in a list of shares that keep their share. */
export type Locked = ReadonlySet<number>

/** What is changed: the share at a place, while the locked shares stay. */
export interface ShareChange {
  readonly at: number
  readonly share: number
  readonly locked?: Locked
}

/**
 * Changes one share; the others that are not locked divide what is left in the proportions that they have, or equally if
 * they have nothing. The share is limited to what the locked ones leave.
 */
export function withShare(shares: readonly number[], { at, share, locked = none }: ShareChange): number[] {
  const units = unitsOf(shares)
  const free = units.map((_, i) => i !== at && !locked.has(i))
  const kept = sum(units.filter((_, i) => i !== at && !free[i]))
  const most = UNITS - kept
  const wanted = Math.min(most, Math.max(0, Math.round((Number.isFinite(share) ? share : 0) * UNITS)))
  const own = free.includes(true) ? wanted : most
  return toShares(divided(units, { among: free, total: most - own }).map((unit, i) => (i === at ? own : unit)))
}

/** Equal shares for all that are not locked. */
export function equalShares(shares: readonly number[], locked: Locked = none): number[] {
  const units = unitsOf(shares)
  const free = units.map((_, i) => !locked.has(i))
  const total = UNITS - sum(units.filter((_, i) => !free[i]))
  return toShares(divided(units, { among: free, total, equally: true }))
}

/** The shares with one more, which is as large as those that are not locked are on average. */
export function withNewShare(shares: readonly number[], locked: Locked = none): number[] {
  const units = unitsOf(shares)
  const open = units.filter((_, i) => !locked.has(i))
  const share = Math.round(sum(open) / (open.length + 1)) / UNITS
  return withShare([...toShares(units), 0], { at: units.length, share, locked })
}

/** The shares without one; the others divide it in their proportions. If all others are locked, they do so, too. */
export function withoutShare(shares: readonly number[], at: number, locked: Locked = none): number[] {
  const units = unitsOf(shares)
  const isLocked = (i: number) => locked.has(i) && units.some((_, other) => other !== at && !locked.has(other))
  const among = units.map((_, i) => i !== at && !isLocked(i))
  const total = UNITS - sum(units.filter((_, i) => i !== at && !among[i]))
  return toShares(divided(units, { among, total }).filter((_, i) => i !== at))
}

/** Whether shares sum to 1 as exactly as the service wants it. */
export const sumsToOne = (shares: readonly number[]): boolean => Math.abs(sum(shares) - 1) <= 1e-6

const none: Locked = new Set()
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const toShares = (units: readonly number[]): number[] => units.map((unit) => unit / UNITS)

/** Shares in whole units that sum to all of them. */
const unitsOf = (shares: readonly number[]): number[] =>
  divided(
    shares.map((share) => (share > 0 && Number.isFinite(share) ? share : 0)),
    { among: shares.map(() => true), total: UNITS },
  )

interface Division {
  /** The places that get something; the others stay. */
  readonly among: readonly boolean[]
  /** The units that they get together. */
  readonly total: number
  readonly equally?: boolean
}

/** Divides units in the proportions of weights: each gets the whole part, and those with the largest rests one more. */
function divided(weights: readonly number[], { among, total, equally = false }: Division): number[] {
  const places = weights.flatMap((_, i) => (among[i] ? [i] : []))
  const all = sum(places.map((i) => weights[i]!))
  const exact = (i: number) => (equally || all === 0 ? total / places.length : (weights[i]! / all) * total)
  const next = weights.map((weight, i) => (among[i] ? Math.floor(exact(i)) : weight))
  const rest = total - sum(places.map((i) => next[i]!))
  const byRest = places.toSorted((a, b) => exact(b) - Math.floor(exact(b)) - (exact(a) - Math.floor(exact(a))) || a - b)
  for (const i of byRest.slice(0, rest)) next[i]! += 1
  return next
}
