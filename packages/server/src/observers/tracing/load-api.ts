import type { EventLogger, TracingApi } from '@signalbox/core/opentelemetry'

/** Loads `@opentelemetry/api`, which the SDK of the process has registered itself with. Throws a `RangeError` without it. */
export async function loadTracingApi(): Promise<TracingApi> {
  try {
    return await import('@opentelemetry/api')
  } catch (cause) {
    const install = 'install it beside signalbox (npm install @opentelemetry/api), with the SDK of your choice'
    throw new RangeError(
      `SIGNALBOX_TRACING and SIGNALBOX_EVALUATION_EVENTS need the package @opentelemetry/api: ${install}`,
      { cause },
    )
  }
}

/** Loads the logger of `@opentelemetry/api-logs`, which SDKs for logs install; `undefined` without this package. */
export async function loadLogger(): Promise<EventLogger | undefined> {
  const name = '@opentelemetry/api-logs'
  try {
    const { logs } = (await import(name)) as { logs: { getLogger(name: string): EventLogger } }
    return logs.getLogger('signalbox')
  } catch {
    return undefined
  }
}
