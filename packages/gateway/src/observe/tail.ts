import type { Clock, Report, TailEvent, TailFilter, ToldTailEvent } from '@signalbox/core/gateway'
import type { Ended } from '../exchange/decided.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { ToLine } from './access-log.ts'
import { toldReleases } from './told-releases.ts'

/** The live tail of a data plane: streams requests as they end. Nothing is stored. */
export interface Tail {
  /** Whether anybody listens. */
  readonly isListening: boolean
  /** Tells a listener of requests as they end. Returns a function that ends it. */
  listen(filter: TailFilter, listener: (event: TailEvent) => void): () => void
  ended(state: ExchangeState, ended: Ended, values: Parameters<ToLine>[2]): void
}

interface TailPorts {
  /** Makes lines as the access log does, with its redaction. */
  readonly toLine: ToLine
  readonly clock: Clock
  readonly report: Report
}

/** A listener gets so many lines a second. Others are counted. */
const LINES_PER_SECOND = 500
const SECOND = 1000

/** Creates a live tail. */
export function createTail({ toLine, clock, report }: TailPorts): Tail {
  const listeners = new Set<Listener>()

  /** The events of an exchange: the runs of its plugins, and its line. */
  function* eventsOf(state: ExchangeState, ended: Ended, values: Parameters<ToLine>[2], { debugs }: TailFilter) {
    const { id, plan, releases } = state
    const { api_ref: api = '', id: route = '' } = plan?.route ?? {}
    if (debugs?.(api) !== false)
      for (const run of runsOf(state)) yield { kind: 'plugin', id, api, route, ...run } satisfies TailEvent
    const line = JSON.parse(toLine(state, ended, values)) as Omit<TailEvent, 'kind'>
    const { stored, ref } = (state.attempts && state.backend) ?? {}
    yield {
      ...{ kind: 'request', ...line, ...(releases && { releases: toldReleases(releases) }) },
      ...(stored && ref !== undefined && { stored: ref }),
    } as ToldTailEvent
  }

  return {
    get isListening() {
      return listeners.size > 0
    },
    listen(filter, tell) {
      const listener = createListener({ filter, tell, clock, report })
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        listener.close()
      }
    },
    ended(state, ended, values) {
      for (const listener of listeners) {
        if (!listener.wants(state, ended.status)) continue
        const count = 1 + runsOf(state).length
        if (!listener.takes(count)) listener.drop(count)
        else for (const event of eventsOf(state, ended, values, listener.filter)) listener.tell(event)
      }
    },
  }
}

/** The runs of plugins, if its API is debugged. */
const runsOf = ({ plan, flow = [] }: ExchangeState) => (plan?.route.debug_flow ? flow : [])

type Listener = ReturnType<typeof createListener>

interface ListenerPorts extends Pick<TailPorts, 'clock' | 'report'> {
  readonly filter: TailFilter
  readonly tell: (event: TailEvent) => void
}

/** A listener with what it may get in the current second. */
function createListener({ filter, tell, clock, report }: ListenerPorts) {
  const { api, route, status: wanted, sample = 1, sees } = filter
  let share = 0
  let began = Number.NEGATIVE_INFINITY
  let told = 0
  let dropped = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function send(event: TailEvent): void {
    try {
      tell(event)
    } catch (error) {
      report(error)
    }
  }

  /** Begins another second if the last one is over, or the clock was set back. */
  function turn(): void {
    const now = clock()
    if (now >= began && now - began < SECOND) return
    began = now
    told = 0
    tellDropped()
  }

  function tellDropped(): void {
    clearTimeout(timer)
    timer = undefined
    if (dropped === 0) return
    const count = dropped
    dropped = 0
    send({ kind: 'dropped', count })
  }

  return {
    filter,
    wants({ plan }: ExchangeState, status: number): boolean {
      const { api_ref, id } = plan?.route ?? {}
      if ((api !== undefined && api !== api_ref) || (route !== undefined && route !== id)) return false
      if (wanted !== undefined && wanted !== String(status) && wanted !== `${Math.floor(status / 100)}xx`) return false
      if (sees?.(api_ref) === false) return false
      share += sample
      if (share < 1) return false
      share -= 1
      return true
    },
    takes(count: number): boolean {
      turn()
      return told + count <= LINES_PER_SECOND
    },
    drop(count: number) {
      dropped += count
      timer ??= setTimeout(tellDropped, SECOND)
    },
    tell(event: TailEvent) {
      told++
      send(event)
    },
    close: () => clearTimeout(timer),
  }
}
