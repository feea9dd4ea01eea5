import type { Report } from '@signalbox/core'
import { logForm } from '../log/log-form.ts'
import type { Settings } from '../settings/settings.ts'
import type { Measured } from './metrics/open-metrics.ts'
import { combined, type Observer } from './observer.ts'

/** What observers are opened with. */
export interface ObserverParts extends Measured {
  readonly report: Report
  /** Whether errors are logged. */
  readonly isLogging: boolean
}

/** Opens an observer, or `undefined` if the settings do not ask for it. Its code is loaded only then. */
type OpenObserver = (settings: Settings, parts: ObserverParts) => Promise<Observer | undefined>

/** Everything that can observe a server, from the outside to the inside. */
const observers: readonly OpenObserver[] = [
  async ({ adminPort }, parts) =>
    adminPort !== 'off' ? (await import('./metrics/open-metrics.ts')).openMetrics(parts) : undefined,
  async (settings, { isLogging }) =>
    isLogging || settings.accessLog !== 'off' || settings.tracing
      ? (await import('./request-ids/request-ids.ts')).observeRequestIds(settings)
      : undefined,
  async (settings, { report }) =>
    settings.tracing || settings.evaluationEvents
      ? (await import('./tracing/tracing.ts')).observeTraces(settings, report)
      : undefined,
  async (settings, parts) =>
    settings.accessLog !== 'off'
      ? (await import('./access-log/access-log.ts')).openAccessLog(settings, {
          ...parts,
          isPretty: logForm(settings.log) === 'pretty',
        })
      : undefined,
]

/** Opens the observers that the settings ask for, as one. Without any, it has no members. */
export async function openObservers(settings: Settings, parts: ObserverParts): Promise<Observer> {
  const opened = await Promise.all(observers.map((open) => open(settings, parts)))
  return combined(opened.flatMap((one) => one ?? []))
}
