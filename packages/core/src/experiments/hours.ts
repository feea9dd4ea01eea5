/** Displays and wins counted by the hour: what the series of results shows. */

/** Of one hour: variant id → how many. */
export type HourCounts = Readonly<Record<string, { readonly displayed: number; readonly won: number }>>

/** The hour of a local date-time, such as `2026-02-03T04`. */
export const hourOf = (date: string): string => date.slice(0, 13)

/** So many displays or wins more in an hour. */
export function addHour(counts: HourCounts, variantId: string, kind: 'displayed' | 'won', by: number): HourCounts {
  const before = (Object.hasOwn(counts, variantId) && counts[variantId]) || { displayed: 0, won: 0 }
  return { ...counts, [variantId]: { ...before, [kind]: before[kind] + by } }
}
