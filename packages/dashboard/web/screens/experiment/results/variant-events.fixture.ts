import type { VariantEvent } from '@signalbox/core/contract'

/** How many clients saw a variant, and how many of them converted. */
export interface VariantCounts {
  readonly id: string
  readonly users: number
  readonly converted: number
}

const HOUR = 60 * 60_000

/** The events of an experiment with these counts, spread evenly over some hours. Clients are called `<variant>-<number>`. */
export function hourlyEvents(
  experimentId: string,
  variants: readonly VariantCounts[],
  { start, hours }: { readonly start: number; readonly hours: number },
): VariantEvent[] {
  return variants.flatMap(({ id, users, converted }) =>
    Array.from({ length: users }, (_, n) => {
      const at = start + Math.floor((n * hours) / users) * HOUR
      // Spread evenly: the whole part of n times the rate grows at each client who converts.
      const isConverted = Math.floor(((n + 1) * converted) / users) > Math.floor((n * converted) / users)
      const event = (kind: 'Displayed' | 'Won', minutes: number): VariantEvent => ({
        id: `${experimentId}:${id}:${id}-${n}:${kind}`,
        experimentId,
        clientId: `${id}-${n}`,
        variant: { id, name: id, traffic: 1 / variants.length },
        variantId: id,
        date: new Date(at + minutes * 60_000).toISOString().slice(0, 23),
        transformation: 0,
        '@type': `Variant${kind}Event`,
      })
      return isConverted ? [event('Displayed', 1), event('Won', 20)] : [event('Displayed', 1)]
    }).flat(),
  )
}
