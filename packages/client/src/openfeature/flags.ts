import type { Config, Feature } from '@signalbox/core/contract'
import type { ConfigEvaluation, Context, Explanation } from '@signalbox/core/evaluate'
import type { Decision } from '../live/live-api.ts'
import type { OnLive, Status } from '../live/live-options.ts'

/** The part of `live` that providers need. Flags with any keys fit. */
export interface Flags {
  ready(): Promise<void>
  readonly status: Status
  feature(key: string): Feature | undefined
  isActive(key: string, context?: Context): boolean
  decide(key: string, context?: Context): Promise<Decision>
  explain(key: string, context?: Context): Explanation | undefined
  configRecord(key: string): Config | undefined
  evaluate(key: string, context?: Context): ConfigEvaluation | undefined
  decideValue(key: string, context?: Context): Promise<ConfigEvaluation>
  variant(
    key: string,
    clientId: string,
    options?: { readonly onError: 'throw'; readonly context?: Context },
  ): Promise<string | undefined>
  variantNow(key: string, clientId: string, context?: Context): string | undefined
  prepare(context: Context, experiments?: string): Promise<void>
  displayed(key: string, clientId: string, context?: Context): void
  won(key: string, clientId: string, context?: Context): void
  readonly on: OnLive
  close(): Promise<void>
}
