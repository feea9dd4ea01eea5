import type { Report } from '@signalbox/core'
import type { BackendChange, GatewayOptions } from '@signalbox/gateway'
import type { LogSink } from '../log/log-sink.ts'
import { loadTracingApi } from '../observers/tracing/load-api.ts'
import type { Settings } from '../settings/settings.ts'

/** A change of a target in a line for operators. */
function lineOfChange({ backend, target, to, why }: BackendChange): string {
  const subject = `The target ${target} of the backend ${backend}`
  return to === 'usable' ? `${subject} is usable again` : `${subject} is ${words[to]}: ${why}`
}

const words = {
  open: 'not called, since its circuit breaker is open',
  unhealthy: 'unhealthy',
  ejected: 'ejected',
  resting: 'resting, since it takes no connections',
} as const

interface OptionsPorts {
  readonly log: LogSink | undefined
  readonly report: Report
  /** Receives lines for operators. */
  readonly announce: (line: string) => void
}

/** The options of a gateway that the settings alone decide, in the process of its control plane and in its own. */
export const gatewayOptionsOf = async (settings: Settings, { log, report, announce }: OptionsPorts) =>
  ({
    ...(settings.gatewayBackends.length > 0 && { backends: { allow: settings.gatewayBackends } }),
    ...(settings.gatewayUrl !== '' && { url: settings.gatewayUrl }),
    legacyRateLimitHeaders: settings.gatewayLegacyRateLimitHeaders,
    staleMax: settings.gatewayStaleMax,
    trust: { proxies: settings.gatewayTrusted, clientCert: settings.gatewayTrustedClientCert },
    ...(log && { log: { write: log.write, sample: settings.gatewayLogSample } }),
    ...(settings.tracing && { tracing: { api: await loadTracingApi() } }),
    report,
    onBackendChange: (change) => announce(lineOfChange(change)),
  }) satisfies Partial<GatewayOptions>
