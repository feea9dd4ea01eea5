import type { TailEvent } from '@signalbox/core/gateway'
import type { TracedSpan } from '@signalbox/core/opentelemetry'

type PluginEvent = Extract<TailEvent, { kind: 'plugin' }>

/** What a plugin decided about a request, and how long it took. */
export type PluginRun = Pick<PluginEvent, 'plugin' | 'stage' | 'ms' | 'verdict' | 'cause' | 'status'>

/** The spans of an exchange that have not ended. */
export interface Spans {
  readonly server: TracedSpan
  attempt: TracedSpan | undefined
}
