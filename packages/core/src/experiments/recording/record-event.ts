/**
 * What one call changes in an experiment. Pure: waiting calls are applied one after the other to the same state and
 * written by one commit.
 */
import type { Context } from '../../conditions/context.ts'
import { failure, problem } from '../../machine/errors/errors.ts'
import { type Assignment, assignments } from '../assign.ts'
import { type Judge, notEligible } from '../eligibility.ts'
import type { Experiment, Variant, VariantEvent } from '../experiment.ts'
import { add, addUsers, type BoundTo, bind, boundNow, countOf, next, phaseAt, type Tally, withPhase } from './tally.ts'

/** What a call records. `bound` binds the client and records no event. */
export type EventKind = 'displayed' | 'won' | 'bound'

/** When a client first saw a variant and last won with it, as local date-times. */
export interface Seen {
  readonly displayed?: string
  readonly won?: string
  /** The phase that counts the client as a user of the variant (`UsersOfPhase`). Missing in records of earlier versions. */
  readonly phase?: number
}

/** What is stored about one client of an experiment. */
export interface ClientFacts {
  readonly variantId?: string
  /** Sequence number of the binding. Bindings made before their variant was removed are void. */
  readonly age?: number
  /** When the client was first bound, in epoch milliseconds. Missing in bindings by earlier versions. */
  readonly at?: number
  /** The phase of an uploaded binding (`UsersOfPhase`). */
  readonly phase?: number
  /** Earlier bindings, to variants that were removed. The phases still count them. */
  readonly past?: readonly BoundTo[]
  readonly seen?: Readonly<Record<string, Seen>>
}

/** An experiment with its counters. */
export interface RecordingState {
  readonly experiment: Experiment
  readonly tally: Tally
}

/** The result of one call: the changed state and the response. */
export interface Step extends RecordingState {
  readonly facts: ClientFacts
  readonly variant: Variant
  /** Whether the call bound the client. */
  readonly isNew: boolean
  readonly event?: VariantEvent
}

/** The client of a call. */
export interface CallingClient {
  readonly id: string
  readonly facts: ClientFacts
  /** What is known of the client, for the audience. */
  readonly context?: Context | undefined
}

/** How calls are recorded. */
export interface RecordingSettings extends Moment {
  readonly assignment: Assignment
  /** Judges clients that are not bound. @default all are bound */
  readonly judge?: Judge | undefined
}

/** The moment of a call. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly now: number
  /** The same time as a local date-time with milliseconds. */
  readonly date: string
}

/**
 * Returns the variant that a client is bound to; `undefined` without a binding, or if its variant has been removed
 * since.
 */
export function boundVariant(
  { experiment, tally }: RecordingState,
  { variantId, age = 0 }: ClientFacts,
): Variant | undefined {
  if (variantId === undefined) return undefined
  const removed = Object.hasOwn(tally.removed, variantId) ? (tally.removed[variantId] as number) : -1
  return age > removed ? experiment.variants.find(({ id }) => id === variantId) : undefined
}

/** A client with a new binding. A binding that is void by now is kept as a past one. */
export function withBinding(
  { past, phase: _phase, ...facts }: ClientFacts,
  binding: BoundTo,
  now: number,
): ClientFacts {
  const { variantId, age, at = now } = facts
  const before = variantId === undefined ? past : [...(past ?? []), { variantId, ...(age !== undefined && { age }) }]
  return { ...facts, ...binding, at, ...(before && { past: before }) }
}

/** A variant with `currentPopulation`, the number of clients bound to it. */
export const withPopulation = (variant: Variant, tally: Tally): Variant => ({
  ...variant,
  currentPopulation: countOf(tally, variant.id).population,
})

/**
 * Binds the client if it is unbound, and records a displayed or won event. Throws CONFLICT for an unbound client of a
 * disabled experiment, and for one that is not eligible. Of a shipped experiment, nothing is bound or counted.
 */
export function recordEvent(
  state: RecordingState,
  kind: EventKind,
  client: CallingClient,
  settings: RecordingSettings,
): Step {
  const shipped = shippedVariant(state.experiment)
  if (shipped) {
    const event = kind === 'bound' ? {} : { event: eventOf(state, { variant: shipped, kind, client, settings }) }
    return { ...state, facts: client.facts, variant: shipped, isNew: false, ...event }
  }
  const bound = bindClient(state, client, settings)
  if (kind === 'bound') return bound
  const { experiment, facts, variant } = bound
  const counted = next(add(bound.tally, variant.id, { [kind]: 1 }))
  const { tally, facts: seen } = see({ tally: counted, facts }, variant.id, kind, settings.date)
  const { displayed, won } = countOf(bound.tally, variant.id)
  const event = eventOf({ experiment, tally }, { variant, kind, client, settings, displayed, won })
  return { ...bound, tally, facts: seen, event }
}

interface Happened {
  readonly variant: Variant
  readonly kind: 'displayed' | 'won'
  readonly client: CallingClient
  readonly settings: RecordingSettings
  /** How often the variant was displayed before. @default the count of the tally */
  readonly displayed?: number
  /** How often clients won with it before. @default the count of the tally */
  readonly won?: number
}

function eventOf({ experiment, tally }: RecordingState, happened: Happened): VariantEvent {
  const { variant, kind, client, settings } = happened
  const { displayed, won } = { ...countOf(tally, variant.id), ...happened }
  return {
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
}

/** The variant that every client gets, because the experiment has ended with it; `undefined` while it runs. */
export const shippedVariant = ({ enabled, shipped, variants }: Experiment): Variant | undefined =>
  enabled || shipped === undefined ? undefined : variants.find(({ id }) => id === shipped)

function bindClient(state: RecordingState, client: CallingClient, settings: RecordingSettings): Step {
  const { experiment } = state
  const variant = boundVariant(state, client.facts)
  if (variant) return { ...state, facts: client.facts, variant, isNew: false }
  if (!experiment.enabled)
    throw failure(
      'CONFLICT',
      `Experiment ${experiment.id} is disabled and does not accept new clients: enable it first`,
      problem('error.experiment.disabled', experiment.id),
    )
  const why = settings.judge?.(client.id, client.context)
  if (why !== undefined) throw notEligible(experiment.id, client.id, why)
  const present = withPhase(state.tally, experiment.variants)
  const chosen = choose(experiment, client.id, present, settings.assignment)
  const tally = bind(present, chosen.id, { now: settings.now, isHashed: settings.assignment === 'hash' })
  return {
    experiment,
    tally,
    facts: withBinding(client.facts, { variantId: chosen.id, age: tally.sequence }, settings.now),
    variant: chosen,
    isNew: true,
  }
}

/** Chooses the variant that an unbound client would get. */
export function choose(experiment: Experiment, clientId: string, tally: Tally, assignment: Assignment): Variant {
  const { id: experimentId, variants } = experiment
  const index = assignments[assignment]({ experimentId, clientId, variants, bound: boundNow(tally, variants) })
  return variants[index] as Variant
}

/** Counts distinct clients: users, who saw a variant, and converted users, who won at the same time or later. */
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
  const phase = phaseOf(tally, facts, variantId)
  const after: Seen = { ...before, [kind]: date, phase }
  const more = {
    users: Number(after.displayed !== undefined) - Number(before.displayed !== undefined),
    converted: Number(hasConverted(after)) - Number(hasConverted(before)),
  }
  return {
    tally: more.users || more.converted ? addUsers(tally, { variantId, phase }, more) : tally,
    facts: { ...facts, seen: { ...all, [variantId]: after } },
  }
}

/** The phase that counts a client as a user of a variant: the phase of its latest binding to the variant when its first event came. */
export function phaseOf(
  tally: Tally,
  { variantId: current, age, phase, past = [], seen = {} }: ClientFacts,
  variantId: string,
): number {
  const known = Object.hasOwn(seen, variantId) ? seen[variantId]?.phase : undefined
  if (known !== undefined) return known
  if (variantId === current) return phase ?? phaseAt(tally, age)
  return phaseAt(tally, past.findLast((one) => one.variantId === variantId)?.age)
}

/** Whether a client won after it saw a variant. */
export const hasConverted = ({ displayed, won }: Seen): boolean =>
  displayed !== undefined && won !== undefined && won >= displayed
