import type { Experiment, Variant } from '@signalbox/core/contract'
import { type Locked, withNewShare, withoutShare } from './traffic.ts'

/** Variants with other shares of traffic, in their order. */
export const withShares = (variants: readonly Variant[], shares: readonly number[]): Variant[] =>
  variants.map((variant, at) => ({ ...variant, traffic: shares[at]! }))

/** The shares of variants, in their order. */
export const sharesOf = (variants: readonly Variant[]): number[] => variants.map(({ traffic }) => traffic)

/** The positions of the variants whose share is locked, by their ids. */
export const lockedIn = (variants: readonly Variant[], ids: ReadonlySet<string>): Locked =>
  new Set(variants.flatMap(({ id }, at) => (ids.has(id) ? [at] : [])))

/** The variants with one more at the end. */
export function withNewVariant(variants: readonly Variant[], locked: Locked): Variant[] {
  const id = freeId(variants.map((one) => one.id))
  return withShares([...variants, { id, name: id, traffic: 0 }], withNewShare(sharesOf(variants), locked))
}

/** The variants without one. */
export const withoutVariant = (variants: readonly Variant[], at: number, locked: Locked): Variant[] =>
  withShares(
    variants.filter((_, i) => i !== at),
    withoutShare(sharesOf(variants), at, locked),
  )

/** An id that no variant has: the first free letter, or else a number. */
function freeId(ids: readonly string[]): string {
  const letter = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((one) => !ids.includes(one))
  if (letter !== undefined) return letter
  let number = ids.length + 1
  while (ids.includes(String(number))) number += 1
  return String(number)
}

/** Whether a variant is saved already: then programs may know its id, and clients may be bound to it. */
export const isSaved = (experiment: Experiment | undefined, id: string): boolean =>
  experiment?.variants.some((variant) => variant.id === id) ?? false
