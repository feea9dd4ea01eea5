import type { Probe } from '../backends/servers.ts'

/** Checks the health of targets by `fetch`. TLS settings are those of the runtime. */
export const fetchProbe =
  (call: typeof fetch = (...args) => globalThis.fetch(...args)): Probe =>
  async (_, { hostname, port, tls, ip_address }, path, signal) => {
    const host = ip_address ?? hostname
    const authority = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
    const url = `${tls ? 'https' : 'http'}://${authority}:${port}${path}`
    const response = await call(url, { redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status
  }
