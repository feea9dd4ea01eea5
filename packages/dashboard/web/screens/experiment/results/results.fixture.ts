import { createSignalbox } from '@signalbox/core'
import type { Results, SignalboxApi } from '@signalbox/core/contract'
import { hourlyEvents, type VariantCounts } from './variant-events.fixture.ts'

type Phases = Parameters<SignalboxApi['experiments']['importPhases']>[0]['body'] extends
  | AsyncIterable<infer T>
  | Iterable<infer T>
  ? T
  : never

/** An experiment that ran, as counts. */
export interface Ran {
  readonly variants: readonly (VariantCounts & {
    /** @default equal shares */
    readonly traffic?: number
    /** How many clients are bound. @default none, and the phase counts the users */
    readonly bound?: number
  })[]
  readonly enabled?: boolean
  /** Each with the number of clients it bound, and their users, by variant. @default one phase with the traffic of the variants */
  readonly phases?: Phases['phases']
  /** How many days it ran. @default 14 */
  readonly days?: number
  readonly rest?: object
}

const START = Date.parse('2026-03-02T00:00:00Z')
const DAY = 24 * 60 * 60_000

/** The results of an experiment with these counts, computed by the service. */
export async function resultsOf({ variants, enabled = true, phases, days = 14, rest }: Ran): Promise<Results> {
  const { experiments } = createSignalbox({ clock: () => START + days * DAY })
  const id = 'e'
  const shares = variants.map(({ traffic = 1 / variants.length }) => traffic)
  const body = variants.map((variant, at) => ({ id: variant.id, name: variant.id, traffic: shares[at]! }))
  await experiments.create({ body: { id, name: id, enabled, variants: body, ...rest } })
  const byId = (of: (variant: Ran['variants'][number], at: number) => number) =>
    Object.fromEntries(variants.map((variant, at) => [variant.id, of(variant, at)]))
  const bindings = variants.flatMap(({ id: variantId, bound = 0 }) =>
    Array.from({ length: bound }, (_, n) => ({ variantBindingKey: `${id}:${variantId}-${n}`, variantId })),
  )
  await experiments.importBindings({ body: bindings })
  await experiments.importEvents({ body: hourlyEvents(id, variants, { start: START, hours: days * 24 }) })
  const counted = { traffic: byId((_, at) => shares[at]!), bound: byId(({ users, bound = users }) => bound) }
  const isBound = variants.some(({ users, bound = users }) => bound > 0)
  if (isBound)
    await experiments.importPhases({ body: [{ experimentId: id, since: START, phases: [...(phases ?? [counted])] }] })
  return experiments.results({ id })
}
