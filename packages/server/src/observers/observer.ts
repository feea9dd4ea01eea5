import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Fetch, ScriptEngine, Signalbox, Store, Telemetry } from '@signalbox/core'
import type { TraceCall } from '@signalbox/hono'
import type { NodeContext } from '@signalbox/hono/node'
import type { MetricsFormat } from './metrics/families.ts'

/** A request whose head could not be read. */
export interface UnreadableRequest {
  readonly status: number
  readonly id: string | undefined
  readonly socket: Socket
}

/** Makes the response of a call, by the app or by the door before it, by calling `respond` once. */
export type ObserveAnyCall = TraceCall<NodeContext>

/** Sees what a server does. A function that is missing costs nothing. */
export interface Observer {
  /** Observes the Signalbox. */
  readonly telemetry?: Telemetry
  /** The classes of requests and responses that Node's server creates in place of its own. */
  readonly messages?: Pick<
    ServerOptions<typeof IncomingMessage, typeof ServerResponse>,
    'IncomingMessage' | 'ServerResponse'
  >
  /** Sees every HTTP request, before it is answered. */
  readonly request?: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** Makes the id of a request that Node's parser rejects. */
  readonly unreadableId?: () => string
  /** Receives every request that Node's parser rejects, before it is answered. */
  readonly unreadable?: (rejected: UnreadableRequest) => void
  /** Sees every call of an operation. */
  readonly call?: ObserveAnyCall
  /** Returns a store that is used in place of another one. It has exactly the methods of the other one. */
  readonly store?: <S extends Store>(store: S) => S
  /** Returns an engine for scripts that is used in place of another one. */
  readonly scripts?: (engine: ScriptEngine) => ScriptEngine
  /** Returns a fetch that webhooks, workflows and documentation use in place of another one. */
  readonly fetch?: (fetch: Fetch) => Fetch
  /** Called when the server serves this Signalbox. */
  readonly started?: (box: Signalbox) => void
  /** What it has measured as text, without the end mark of OpenMetrics. */
  readonly metrics?: (format: MetricsFormat) => Promise<string>
  /** Resolves when everything that was seen is written. Afterwards it sees nothing. */
  readonly close?: () => Promise<void>
}

/** All members of `O` that were given, in the order of the observers. */
const all = <K extends keyof Observer>(observers: readonly Observer[], member: K) =>
  observers.flatMap((one) => one[member] ?? []) as NonNullable<Observer[K]>[]

/** Combines observers into one. The first is called first, and what it returns encloses what the others return. */
export function combined(observers: readonly Observer[]): Observer {
  const [first = {}, ...others] = observers
  if (others.length === 0) return first
  const telemetry = combinedTelemetry(all(observers, 'telemetry'))
  const [messages] = all(observers, 'messages')
  const requests = all(observers, 'request')
  const [unreadableId] = all(observers, 'unreadableId')
  const unreadables = all(observers, 'unreadable')
  const calls = all(observers, 'call')
  const stores = all(observers, 'store')
  const scripts = all(observers, 'scripts')
  const fetches = all(observers, 'fetch')
  const starts = all(observers, 'started')
  const metrics = all(observers, 'metrics')
  const closes = all(observers, 'close')
  return {
    telemetry,
    ...(messages && { messages }),
    ...(requests.length > 0 && {
      request(incoming, outgoing) {
        for (const request of requests) request(incoming, outgoing)
      },
    }),
    ...(unreadableId && { unreadableId }),
    ...(unreadables.length > 0 && {
      unreadable(rejected) {
        for (const unreadable of unreadables) unreadable(rejected)
      },
    }),
    ...(calls.length > 0 && { call: calls.reduceRight(enclosing) }),
    ...(stores.length > 0 && { store: (store) => stores.reduceRight((inner, wrap) => wrap(inner), store) }),
    ...(scripts.length > 0 && { scripts: (engine) => scripts.reduceRight((inner, wrap) => wrap(inner), engine) }),
    ...(fetches.length > 0 && { fetch: (fetch) => fetches.reduceRight((inner, wrap) => wrap(inner), fetch) }),
    ...(starts.length > 0 && {
      started(box) {
        for (const started of starts) started(box)
      },
    }),
    ...(metrics.length > 0 && {
      metrics: async (format) => (await Promise.all(metrics.map((show) => show(format)))).join(''),
    }),
    ...(closes.length > 0 && {
      async close() {
        await Promise.all(closes.map((close) => close()))
      },
    }),
  }
}

const enclosing =
  (inner: ObserveAnyCall, outer: ObserveAnyCall): ObserveAnyCall =>
  (call, respond) =>
    outer(call, () => inner(call, respond))

/** Calls the functions of all. Functions that nobody has are missing. The first `traceparent` counts. */
function combinedTelemetry(all: readonly Telemetry[]): Telemetry {
  const names = new Set(all.flatMap((one) => Object.keys(one) as (keyof Telemetry)[]))
  const entries = [...names].map((name) => {
    const functions = all.flatMap((one) => one[name] ?? []) as ((...args: unknown[]) => unknown)[]
    const [only] = functions
    if (name === 'traceparent' || functions.length === 1) return [name, only]
    return [
      name,
      (...args: unknown[]) => {
        for (const told of functions) told(...args)
      },
    ]
  })
  return Object.fromEntries(entries)
}
