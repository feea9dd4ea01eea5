import type { api } from '../../../calls/api.ts'

/** A line of the live tail. */
export type TailEvent = Awaited<ReturnType<typeof api.gateway.tail>> extends AsyncIterable<infer E> ? E : never
/** The line of a request. */
export type RequestLine = Extract<TailEvent, { kind: 'request' }>
/** The run of a plugin, which comes before the line of its request. */
export type PluginLine = Extract<TailEvent, { kind: 'plugin' }>
