import type { CompiledBackend, CompiledRoute } from '@signalbox/core/gateway'
import type { BackendState } from './backend-state.ts'

/**
 * The backends that a route may call: its own, and the backends that its plugins name. Empty if it forwards nothing.
 */
export function backendsOfRoute({ enabled, refusal, backend, plugins }: CompiledRoute): ReadonlySet<CompiledBackend> {
  if (!enabled || refusal) return new Set()
  return new Set([backend, ...plugins.flatMap((slot) => (slot.enabled ? Object.values(slot.backends ?? {}) : []))])
}

/** The APIs whose routes use a backend: how many of their routes do, and how many of these are drafts. */
export type Uses = Map<string, { routes: number; drafts: number }>

/** A backend that routes use. */
export interface UsedBackend {
  /** The id of the backend, after that of its API unless it is stored for all of them: `shop:main`. */
  readonly name: string
  readonly state: BackendState
  readonly uses: Uses
  /** Since when it is used, in epoch milliseconds. */
  readonly since: number
}

/** Counts a route that begins to use a backend, or ends to. */
export function countUse(uses: Uses, { api_ref, draft }: CompiledRoute, by: 1 | -1): void {
  const use = uses.get(api_ref) ?? { routes: 0, drafts: 0 }
  use.routes += by
  if (draft) use.drafts += by
  if (use.routes > 0) uses.set(api_ref, use)
  else uses.delete(api_ref)
}
