import type { Domains } from '../machine/callers/domains.ts'
import { notFound } from '../machine/errors/errors.ts'
import { readLease } from '../machine/log/consumers/lease.ts'
import type { Follower } from '../machine/log/follower.ts'
import { readLags } from '../machine/log/lags.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { Handlers, Output } from '../operation.ts'
import type { Ports, Wait } from '../ports.ts'
import type { Searched } from '../slice.ts'
import type { sinkContract } from './contract.ts'
import type { SinkOptions } from './options.ts'
import type { Progress } from './progress.ts'
import { leaseOf, type RunningSink, runSinks } from './run-sinks.ts'
import { compileFilter } from './sink-filter.ts'
import { orderSnapshot } from './snapshot.ts'
import type { SinkTelemetry } from './telemetry.ts'

/** What the handlers of sinks are built from. */
export interface SinkParts extends Pick<Ports, 'random' | 'report'> {
  readonly instance: Instance
  readonly follower: Follower
  /** Waits without keeping the process alive. */
  readonly waitIdly: Wait
  readonly telemetry: SinkTelemetry
  readonly searched: () => Promise<readonly Searched[]>
  /** The sinks of this instance, by their ids. */
  readonly sinks: ReadonlyMap<string, SinkOptions>
}

type Shown = Output<(typeof sinkContract)['list']>['results'][number]

/** Handlers of sinks. They also start the sinks. */
export function sinkHandlers(parts: SinkParts, domains: Domains) {
  const { instance, searched, waitIdly, sinks } = parts
  const { store } = instance
  const courses = [...sinks].map(([id, { sink, ...filter }]) => ({
    ...{ id, sink, filter: compileFilter(id, filter, domains) },
  }))
  const running = runSinks(courses, { ...parts, ...instance, wait: waitIdly })

  async function show({ id, sink, progress }: RunningSink): Promise<Shown> {
    const own = progress()
    const { state, position, seen, error }: Progress = own ?? (await told(id))
    const [lag] =
      seen === undefined
        ? []
        : (await readLags({ positions: () => [{ name: id, position: seen }] }, instance)).consumers
    return {
      ...{ id, kind: sink.kind ?? 'custom', state, isLeader: own !== undefined },
      ...(position !== undefined && { position }),
      ...(lag && { behind: lag.behind, lag: lag.lag }),
      ...(error !== undefined && { error }),
    }
  }

  /** The last report of the process that leads a sink. */
  const told = async (id: string): Promise<Progress> =>
    ({ state: 'waiting', ...(await readLease(store, leaseOf(id))) }) as Progress

  const handlers: Handlers<typeof sinkContract> = {
    list: async () => ({ results: await Promise.all(running.map(show)) }),
    async resync({ id }) {
      const found = running.find((one) => one.id === id)
      if (!found) throw notFound('The sink', id)
      return orderSnapshot(id, found.filter, { instance, searched })
    },
  }
  return {
    handlers: { sinks: handlers },
    closed: async () => {
      for (const { ended } of running) await ended
    },
  }
}
