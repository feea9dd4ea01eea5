import type { CompiledRoute } from '@signalbox/core/gateway'
import type { HeaderList } from '../headers/header-list.ts'
import type { RouteCounters } from '../metrics/route-counters.ts'
import type { Consumer, Exchange, Outcome, ResponseHead } from '../plugin-api/exchange.ts'
import type { BodyCoding, BodyTransform, Hooks, Verdict } from '../plugin-api/hooks.ts'
import type { Stage } from '../plugin-api/plugin.ts'
import type { Refused } from '../plugin-api/refused.ts'
import type { RouteUsage } from '../usage/usage-counters.ts'

/** A hook of a slot, and to which paths it applies. */
export interface Step<F> {
  readonly plugin: string
  readonly stage: Stage
  readonly applies: (path: string) => boolean
  readonly call: F
  /** Whether the whole body is read before the call. */
  readonly needsBody: boolean | ((exchange: Exchange) => boolean)
  /** The most bytes of that body. @default the limit of the gateway */
  readonly mostBody: number | undefined
  /** Whether the call limits its time itself. */
  readonly waits: boolean
  /** What explanations call instead. Absent: they do not call the plugin. */
  readonly preview: ((exchange: Exchange) => Verdict | Promise<Verdict>) | undefined
}

/** A route, ready to be run: its hooks in the order in which they run. */
export interface RoutePlan {
  readonly route: CompiledRoute
  /**
   * Whether a plugin admits consumers. Some may have been revoked since the last contact with the control plane.
   */
  readonly admitsConsumers: boolean
  /** Why every request is refused, if it is. */
  readonly refused: Refused | undefined
  readonly request: readonly Step<(exchange: Exchange) => Verdict | Promise<Verdict>>[]
  readonly response: readonly Step<NonNullable<Hooks['response']>>[]
  /** The hooks of `response` that also run for refusals. */
  readonly refusals: readonly Step<NonNullable<Hooks['response']>>[]
  readonly requestBodies: readonly Step<(exchange: Exchange) => BodyTransform | undefined>[]
  readonly responseBodies: readonly Step<(exchange: Exchange, head: ResponseHead) => BodyTransform | undefined>[]
  readonly responseCodings: readonly Step<(exchange: Exchange, head: ResponseHead) => BodyCoding | undefined>[]
  readonly failed: readonly Step<NonNullable<Hooks['failed']>>[]
  readonly forwarded: readonly Step<(exchange: Exchange) => void>[]
  readonly done: readonly Step<(exchange: Exchange, outcome: Outcome) => void>[]
  /** The disabled plugins, for explanations. */
  readonly disabled: readonly { readonly plugin: string; readonly stage: Stage }[]
  /** What its paths may need, as a set of `allowanceBits`. */
  readonly allowed: number
  /** The name of the testing header of the API, in lower case. */
  readonly testingHeader: string | undefined
  /** Names in lower case of headers that are otherwise held back. */
  readonly passHeaders: ReadonlySet<string> | undefined
  /** Tells consumers about the end of the API or of their plan. Absent: nothing ends. */
  readonly announce: Announce | undefined
  /** Whether its API has `debug_flow` or `export_reporting`, which record what each plugin does. */
  readonly isNoted: boolean
  readonly counters: RouteCounters
  /** Counts the use of the route by consumer; absent for drafts, and if usage is not counted. */
  readonly usage: RouteUsage | undefined
}

/** Adds the headers that announce the end of the API or of the consumer's plan to a response. */
export type Announce = (consumer: Consumer | undefined, list: HeaderList) => void
