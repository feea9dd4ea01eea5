import type { Caller } from '../callers/caller.ts'
import type { CallContext } from '../operation.ts'
import type { Plan } from '../plans/plan.ts'
import type { PlanStatus } from '../plans/plan-life.ts'
import type { Along } from '../records/hooks.ts'
import type { Static } from '../schema.ts'
import type { ApiDefinition } from './api.ts'
import type { impactSchema } from './report-schema.ts'

/** What goes with an API that is written, on account of its plans. */
export interface PlanChanges extends Required<Along> {
  /** More subscriptions are to be closed than go into one commit: `finish` closes the others. */
  readonly isUnfinished: boolean
}

/** What a change of a plan would stop. */
export type Impact = Static<typeof impactSchema>

/** What the gateway needs of subscriptions to its APIs. */
export interface Subscribers {
  /** What goes with an API that is written. CONFLICT for a plan that may not change as it does, or is removed while it has subscriptions. */
  written(next: ApiDefinition, current: ApiDefinition | undefined, call: CallContext): Promise<PlanChanges>
  /** Closes the subscriptions of closed plans that did not fit into the commit with the API. */
  finish(api: ApiDefinition, call: CallContext): Promise<void>
  /** What goes with an API that is deleted. CONFLICT while it has subscriptions, unless forced: then they are deleted too. */
  deleted(api: string, isForced: boolean, call: CallContext): Promise<Required<Along>>
  /** What it would stop to give a plan a status. */
  impactOf(change: { api: ApiDefinition; plan: Plan; to: PlanStatus }, caller: Caller): Promise<Impact>
  /** Who owns subscriptions of an API without being one of its clients: the first of them. */
  strangersOf(api: ApiDefinition): Promise<readonly string[]>
}
