import type { Variant } from '@signalbox/core/contract'

/** How many clients each phase of an experiment bound. */
export interface Phases {
  /** When the first client was bound, in epoch milliseconds. */
  readonly since?: number
  /** The last one is the newest that bound a client. */
  readonly phases: readonly { readonly traffic: Counts; readonly bound: Counts }[]
}

type Counts = Readonly<Record<string, number>>

/** How many clients the current phase bound to each variant. A phase ends when variants or traffic change. */
export function boundNow(known: Phases | undefined, variants: readonly Variant[]): number[] {
  const last = known?.phases.at(-1)
  const traffic = Object.fromEntries(variants.map(({ id, traffic }) => [id, traffic]))
  const isCurrent = last !== undefined && JSON.stringify(last.traffic) === JSON.stringify(traffic)
  return variants.map(({ id }) => (isCurrent && Object.hasOwn(last.bound, id) ? last.bound[id]! : 0))
}
