/** What one call does to an experiment: pure. The calls that wait are folded over one state, and one commit carries it. */
import { failure, problem } from '../errors.ts'
import type { Assignment } from './assign.ts'
import { assignments } from './assign.ts'
import type { Experiment, Variant, VariantEvent } from './experiment.ts'
import type { Tally } from './tally.ts'
import { add, bind, boundNow, countOf, next, withPhase } from './tally.ts'

/** What a call records. `bound` only binds. */
export type Kind = 'displayed' | 'won' | 'bound'

/** When a client first saw a variant, and last won with it: local date-times. */
export interface Seen {
  readonly displayed?: string
  readonly won?: string
}

/** What is known of one client of one experiment. */
export interface ClientFacts {
  readonly variantId?: string
  /** The number of the binding: one that is not younger than the removal of its variant went with it. */
  readonly age?: number
  readonly seen?: Readonly<Record<string, Seen>>
}

/** An experiment with its counters. */
export interface State {
  readonly experiment: Experiment
  readonly tally: Tally
}

/** What a call changed, and what it answers. */
export interface Step extends State {
  readonly facts: ClientFacts
  readonly variant: Variant
  /** Whether the call bound the client. */
  readonly isNew: boolean
  readonly event?: VariantEvent
}

/** The moment of a call. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly now: number
  /** The same, local, with milliseconds. */
  readonly date: string
}

/** The variant that a client is bound to; `undefined` when there is none, or it went with its variant. */
export function boundVariant({ experiment, tally }: State, { variantId, age = 0 }: ClientFacts): Variant | undefined {
  if (variantId === undefined) return undefined
  const removed = Object.hasOwn(tally.removed, variantId) ? (tally.removed[variantId] as number) : -1
  return age > removed ? experiment.variants.find(({ id }) => id === variantId) : undefined
}

/** The variant with how many clients are bound to it. */
export const withPopulation = (variant: Variant, tally: Tally): Variant => ({
  ...variant,
  currentPopulation: countOf(tally, variant.id).population,
})

/** Binds a client where need be, and records that a variant was displayed to them or that they won. CONFLICT for an unbound client of a disabled experiment. */
export function record(
  state: State,
  kind: Kind,
  client: { id: string; facts: ClientFacts },
  settings: Moment & { assignment: Assignment },
): Step {
  const bound = bindClient(state, client, settings)
  if (kind === 'bound') return bound
  const { experiment, facts, variant } = bound
  const { displayed, won } = countOf(bound.tally, variant.id)
  const counted = next(add(bound.tally, variant.id, { [kind]: 1 }))
  const { tally, facts: seen } = see({ tally: counted, facts }, variant.id, kind, settings.date)
  const event: VariantEvent = {
    id: `${experiment.id}:${variant.id}:${client.id}:${kind}:${tally.sequence}`,
    experimentId: experiment.id,
    clientId: client.id,
    variant: withPopulation(variant, tally),
    variantId: variant.id,
    date: settings.date,
    transformation:
      kind === 'displayed' ? (won * 100) / (displayed + 1) : displayed === 0 ? 0 : ((won + 1) * 100) / displayed,
    '@type': kind === 'displayed' ? 'VariantDisplayedEvent' : 'VariantWonEvent',
  }
  return { ...bound, tally, facts: seen, event }
}

function bindClient(
  state: State,
  client: { id: string; facts: ClientFacts },
  settings: Moment & { assignment: Assignment },
): Step {
  const { experiment } = state
  const variant = boundVariant(state, client.facts)
  if (variant) return { ...state, facts: client.facts, variant, isNew: false }
  if (!experiment.enabled)
    throw failure(
      'CONFLICT',
      `Experiment ${experiment.id} is disabled and takes no new clients`,
      problem('error.experiment.disabled', experiment.id),
    )
  const present = withPhase(state.tally, experiment.variants)
  const chosen = choose(experiment, client.id, present, settings.assignment)
  const tally = bind(present, chosen.id, 1, settings.now)
  return {
    experiment,
    tally,
    facts: { ...client.facts, variantId: chosen.id, age: tally.sequence },
    variant: chosen,
    isNew: true,
  }
}

/** The variant that an unbound client would get. */
export function choose(experiment: Experiment, clientId: string, tally: Tally, assignment: Assignment): Variant {
  const { id: experimentId, variants } = experiment
  const index = assignments[assignment]({ experimentId, clientId, variants, bound: boundNow(tally, variants) })
  return variants[index] as Variant
}

/** Counts distinct clients: those who saw a variant, and of those the ones who won at the same time or later. */
export function see(
  { tally, facts }: { tally: Tally; facts: ClientFacts },
  variantId: string,
  kind: 'displayed' | 'won',
  date: string,
): { tally: Tally; facts: ClientFacts } {
  const all = facts.seen ?? {}
  const before: Seen = Object.hasOwn(all, variantId) ? (all[variantId] as Seen) : {}
  const known = before[kind]
  const moved = known === undefined || (kind === 'displayed' ? date < known : date > known)
  if (!moved) return { tally, facts }
  const after: Seen = { ...before, [kind]: date }
  const more = {
    users: Number(after.displayed !== undefined) - Number(before.displayed !== undefined),
    converted: Number(hasConverted(after)) - Number(hasConverted(before)),
  }
  return {
    tally: more.users || more.converted ? add(tally, variantId, more) : tally,
    facts: { ...facts, seen: { ...all, [variantId]: after } },
  }
}

const hasConverted = ({ displayed, won }: Seen): boolean =>
  displayed !== undefined && won !== undefined && won >= displayed
