import type { Report } from '@signalbox/core/gateway'
import type { ProxyHeader, RequestSettings } from './settings.ts'

/** Counts the values of trusted proxies that cannot be read, and reports the first one of each header. */
export function reportUnreadable(
  metrics: { unreadable(header: ProxyHeader): void },
  report: Report,
): RequestSettings['unreadable'] {
  const reported = new Set<ProxyHeader>()
  return (header, value, peer) => {
    metrics.unreadable(header)
    if (reported.has(header)) return
    reported.add(header)
    const shown = JSON.stringify(value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value)
    report(
      new Error(
        `The trusted proxy ${peer} sends ${header}: ${shown}, which cannot be read and is ignored. Set it to ${wanted[header]}; further values are only counted`,
      ),
    )
  }
}

/** In characters. */
const MOST_SHOWN = 100

const wanted: Readonly<Record<ProxyHeader, string>> = {
  'X-Forwarded-For': 'the addresses of the client and the proxies',
  'X-Forwarded-Proto': 'http or https',
  'X-Forwarded-Host': 'the host that the client called, with an optional port',
  'X-Forwarded-Port': 'a port from 1 to 65535',
  Forwarded: 'elements such as for=192.0.2.1;proto=https;host=shop.example (RFC 7239)',
}
