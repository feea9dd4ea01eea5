import type { Signalbox } from '@signalbox/core'
import { Registry } from 'prom-client'
import type { LogDrops } from '../../log/log-drops.ts'
import type { Occupancy } from '../../overload/occupancy.ts'
import type { Observer } from '../observer.ts'
import { familiesOf, textOf } from './families.ts'
import { measureDuties } from './measure-duties.ts'
import { measureLog } from './measure-log.ts'
import { measureOccupancy } from './measure-occupancy.ts'
import { measureProcess } from './measure-process.ts'
import { measureRequests } from './measure-requests.ts'
import { measureScripts } from './measure-scripts.ts'
import { measureStore } from './measure-store.ts'
import { measureTelemetry } from './measure-telemetry.ts'
import { serverMetrics } from './metric-table.ts'

/** What else is measured. */
export interface Measured {
  /** Counts the lines that logs dropped. */
  readonly drops: LogDrops
  /** How full the server is. */
  readonly occupancy: Occupancy
}

/** Measures a server: what it does, and its process. */
export function openMetrics({ drops, occupancy }: Measured): Observer {
  const registry = new Registry()
  const families = familiesOf(registry)
  let box: Signalbox | undefined
  const requests = measureRequests(families)
  const telemetry = measureTelemetry(families)
  const store = measureStore(families)
  const scripts = measureScripts(families)
  families.gauge(serverMetrics.started, (gauge) => gauge.set(box ? 1 : 0))
  measureLog(families, () => box?.about())
  measureOccupancy(families, occupancy)
  measureDuties(families, () => box?.duties.list() ?? [])
  families.counted(serverMetrics.logDropped, () => [[{}, drops.total()]])
  const end = measureProcess(families)
  return {
    ...requests,
    telemetry,
    store,
    scripts,
    started(served) {
      box = served
      requests.started(served)
    },
    metrics: (format) => textOf(registry, format),
    close: async () => end(),
  }
}

/** Measures the process alone, for a data plane without a server. */
export function openProcessMetrics(): Required<Pick<Observer, 'metrics' | 'close'>> {
  const registry = new Registry()
  const end = measureProcess(familiesOf(registry))
  return { metrics: (format) => textOf(registry, format), close: async () => end() }
}
