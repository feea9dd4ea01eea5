import type { Caller } from '../../machine/callers/caller.ts'
import type { Along } from '../../machine/records/hooks.ts'
import type { Static } from '../../machine/schema/schema.ts'
import type { CallContext } from '../../operation.ts'
import type { Plan } from '../../plans/plan.ts'
import type { PlanStatus } from '../../plans/plan-life.ts'
import type { ApiDefinition } from './api.ts'
import type { impactSchema } from './report-schema.ts'

/** Changes and events that a write of an API causes through its plans. */
export interface PlanChanges extends Required<Along> {
  /** Whether subscriptions are closed or deleted in the background after the commit: `resume` begins. */
  readonly isBegun: boolean
}

/** What a status change of a plan would stop. */
export type Impact = Static<typeof impactSchema>

/** An owner of subscriptions whom nobody answers for: neither a client nor an application, or an application without members. */
export interface Stranger {
  readonly owner: string
  readonly isApplication: boolean
}

/** The functions of subscriptions that the gateway uses. */
export interface Subscribers {
  /**
   * The changes that go with a write of an API. Throws CONFLICT if a plan may not change this way, or is removed while
   * it has subscriptions.
   */
  written(next: ApiDefinition, current: ApiDefinition | undefined, call: CallContext): Promise<PlanChanges>
  /** Closes and deletes in the background what did not fit into the commits of APIs. */
  resume(): Promise<void>
  /**
   * The changes that go with a deleted API. Throws CONFLICT if it has subscriptions, unless `isForced`: then they are
   * deleted too.
   */
  deleted(api: string, isForced: boolean, call: CallContext): Promise<PlanChanges>
  /** Returns what giving a plan this status would stop. */
  impactOf(change: { api: ApiDefinition; plan: Plan; to: PlanStatus }, caller: Caller): Promise<Impact>
  /** Owners of subscriptions that are not clients of the API, and nobody's applications; at most the first few. */
  strangersOf(api: ApiDefinition): Promise<readonly Stranger[]>
}
