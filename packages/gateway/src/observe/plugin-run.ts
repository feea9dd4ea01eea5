import type { TailEvent } from '@signalbox/core/gateway'

type PluginEvent = Extract<TailEvent, { kind: 'plugin' }>

/** What a plugin decided about a request, and how long it took. */
export type PluginRun = Pick<PluginEvent, 'plugin' | 'stage' | 'ms' | 'verdict' | 'cause' | 'status'>
