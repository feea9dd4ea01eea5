import type {
  CauseId,
  Clock,
  CompiledRoute,
  CompiledSlot,
  JsonObject,
  PluginDefinition,
  Random,
  Report,
} from '@signalbox/core/gateway'
import type { Consumers } from '../credentials/consumers.ts'
import type { OpenApiDocument } from '../documents/document.ts'
import type { GatewayEngines } from '../engines/engines.ts'
import type { Experiments } from '../experiments/experiments.ts'
import type { Limits } from '../limits/limits.ts'
import type { Hooks } from './hooks.ts'
import type { PrepareCall, SideCall } from './side-call.ts'

/**
 * The stages of a request, in order. Within a stage, plugins run in the order of the route.
 *
 * | stage | what its plugins do |
 * |---|---|
 * | `answer` | respond without looking at the caller: redirects, maintenance, CORS preflights |
 * | `admit` | refuse by method, address and the like |
 * | `identify` | find out who calls |
 * | `authorize` | refuse by who calls |
 * | `limit` | refuse by rate and quota |
 * | `choose` | choose another backend |
 * | `request` | change the request for the backend |
 * | `backend` | respond instead of the backend |
 */
export const stages = ['answer', 'admit', 'identify', 'authorize', 'limit', 'choose', 'request', 'backend'] as const
/** A stage of a request. */
export type Stage = (typeof stages)[number]

/** Where a plugin is used. */
export interface SlotContext {
  readonly slot: CompiledSlot
  readonly route: CompiledRoute
  readonly report: Report
  readonly call: SideCall
  readonly prepareCall: PrepareCall
  readonly clock: Clock
  /** The consumers of the APIs, in memory. */
  readonly consumers: Consumers
  /** Counts requests against limits. */
  readonly limits: Pick<Limits, 'limiterOf' | 'now'>
  readonly random: Random
  /** The OpenAPI document of the API, if the plugin reads it and the API has one. */
  readonly document: OpenApiDocument | undefined
  /** Features, experiments, workflows and scripts, if the gateway has them. */
  readonly engines: GatewayEngines
  /** The variants of clients; absent if the gateway has no experiments. */
  readonly experiments: Experiments | undefined
  /** What the slots of one gateway share under a key; made when it is asked for first. */
  shared<T>(key: symbol, make: () => T): T
}

/** A plugin that the data plane runs. `C` is the type of its configuration; `Id` has the causes that it refuses with. */
export interface GatewayPlugin<C = JsonObject, Id extends string = CauseId> extends PluginDefinition {
  readonly stage: Stage | ((config: C) => Stage)
  /**
   * Whether `request` only reads and changes the exchange, so that explanations can call it. @default false
   */
  readonly isPure?: boolean
  /**
   * Called once for each slot, when its route changes. If it throws, the route refuses with
   * `errors.route.misconfigured`.
   */
  compile(config: C, slot: SlotContext): Hooks<Id>
}

/** Runs a plugin of the catalog. */
export type PluginCode = Pick<GatewayPlugin, 'stage' | 'isPure' | 'compile'>
