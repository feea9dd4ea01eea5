/** Displayed and won events counted by the hour, for the series in the results. */

/** Counts of one hour by variant id. */
export type HourCounts = Readonly<Record<string, { readonly displayed: number; readonly won: number }>>

/** Returns the hour of a local date-time, such as `2026-02-03T04`. */
export const hourOf = (date: string): string => date.slice(0, 13)

/** Adds to the displayed or won events of a variant in an hour. */
export function addHour(counts: HourCounts, variantId: string, kind: 'displayed' | 'won', by: number): HourCounts {
  const before = (Object.hasOwn(counts, variantId) && counts[variantId]) || { displayed: 0, won: 0 }
  return { ...counts, [variantId]: { ...before, [kind]: before[kind] + by } }
}
