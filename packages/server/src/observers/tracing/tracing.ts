import type { IncomingMessage } from 'node:http'
import type { Report, Telemetry } from '@signalbox/core'
import { type EventLogger, openTelemetry, traceFetch } from '@signalbox/core/opentelemetry'
import { traceCalls } from '@signalbox/hono'
import type { NodeContext } from '@signalbox/hono/node'
import type { Settings } from '../../settings/settings.ts'
import type { ObserveAnyCall, Observer } from '../observer.ts'
import { requestIdOf } from '../request-ids/request-id.ts'
import { shownPath } from '../shown-path.ts'
import { loadLogger, loadTracingApi } from './load-api.ts'
import { keepTraceparent } from './traceparent-of.ts'

type Observed = Pick<Settings, 'tracing' | 'evaluationEvents' | 'trustProxy'>

/**
 * Traces calls, webhooks and workflows by the OpenTelemetry SDK that is registered in this process, and records evaluations
 * if asked. Callers behind a trusted proxy continue their trace.
 */
export async function observeTraces(
  { tracing, evaluationEvents, trustProxy }: Observed,
  report: Report,
): Promise<Observer> {
  const api = await loadTracingApi()
  const logger = evaluationEvents ? await loadLogger() : undefined
  const telemetry = openTelemetry({ api, evaluations: evaluationEvents, ...(logger && { logger }) })
  if (!tracing) return { telemetry: withoutTraces(telemetry, logger) }
  const traced = traceCalls<NodeContext>({
    api,
    isTrusted: () => trustProxy > 0,
    pathOf: ({ req, env }) => shownPath(env.incoming.url ?? new URL(req.url).pathname),
    report,
  })
  const call: ObserveAnyCall = (observed, respond) =>
    traced(observed, () => {
      note(observed.context.env.incoming)
      return respond()
    })

  /** For the access log, and to find a request of it among the spans. */
  function note(incoming: IncomingMessage): void {
    const id = requestIdOf(incoming)
    if (id !== undefined) api.trace.getActiveSpan()?.setAttribute('signalbox.request_id', id)
    const current = telemetry.traceparent?.()
    if (current !== undefined) keepTraceparent(incoming, current)
  }

  return { telemetry, call, fetch: (fetch) => traceFetch(fetch, { api, report }) }
}

/** Evaluations alone, which are log records then. Throws a `RangeError` if there is no package for these. */
function withoutTraces({ traceparent: _, ...evaluations }: Telemetry, logger: EventLogger | undefined): Telemetry {
  if (logger) return evaluations
  throw new RangeError(
    'SIGNALBOX_EVALUATION_EVENTS needs SIGNALBOX_TRACING=true, or the package @opentelemetry/api-logs: install it beside signalbox',
  )
}
