/** Plugins of the embedding program. They may refuse with causes of their own, so their types take any id. */
import type { JsonObject } from '@signalbox/core/gateway'
import type { Denied as BuiltInDenied } from './exchange.ts'
import type { Hooks as BuiltInHooks, Verdict as BuiltInVerdict } from './hooks.ts'
import type { GatewayPlugin as BuiltInPlugin } from './plugin.ts'
import { type AnyCause, type Refused as BuiltInRefused, RefusedError as BuiltInRefusedError } from './refused.ts'

/** A refusal: the gateway responds with the error page of the cause. */
export type Refused = BuiltInRefused<AnyCause>

/** Why credentials are refused. */
export type Denied = BuiltInDenied<AnyCause>

/** What a plugin decides: nothing, so that the next plugin runs; a refusal; or a response. */
export type Verdict = BuiltInVerdict<AnyCause>

/** What a plugin does for one route. Each member is optional: what is absent is not called, and costs a request nothing. */
export type Hooks = BuiltInHooks<AnyCause>

/** A plugin that the data plane runs; `C` is the type of its configuration. */
export type GatewayPlugin<C = JsonObject> = BuiltInPlugin<C, AnyCause>

/** Thrown by a body transform or a hook `response` to refuse a request. */
export type RefusedError = BuiltInRefusedError
/** Thrown by a body transform or a hook `response` to refuse a request. */
export const RefusedError = BuiltInRefusedError as unknown as new (refused: Refused) => RefusedError

/** Declares a plugin of the embedding program; the type of its configuration is `C`. */
export const defineGatewayPlugin = <C extends object>(plugin: GatewayPlugin<C>): GatewayPlugin =>
  plugin as unknown as GatewayPlugin
