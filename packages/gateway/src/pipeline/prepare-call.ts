import type { CompiledBackend } from '@signalbox/core/gateway'
import type { PrepareCall } from '../plugins/plugin.ts'
import type { Send } from './send.ts'

/** Prepares calls of URLs, sent like those of targets. */
export const prepareCalls =
  (send: Send): PrepareCall =>
  (url, { timeoutMs, most }) => {
    const { protocol, hostname, host, port, pathname, search } = new URL(url)
    const target = {
      hostname: hostname.replace(/^\[|\]$/g, ''),
      tls: protocol === 'https:',
      ...(port !== '' && { port: Number(port) }),
    }
    const backend: CompiledBackend = { targets: [target], client: limitsOf(timeoutMs) }
    return ({ method = 'GET', headers = [], body } = {}) =>
      send({
        ...{ backend, target, method, path: pathname + search, most, body, neverEndless: true },
        headers: ['Host', host, ...headers, ...(body ? ['Content-Length', String(body.length)] : [])],
      })
  }

/** Client settings with one limit for everything. */
const limitsOf = (timeoutMs: number): CompiledBackend['client'] => ({
  connectionTimeout: timeoutMs,
  callTimeout: timeoutMs,
  callAndStreamTimeout: timeoutMs,
  globalTimeout: timeoutMs,
  idleTimeout: timeoutMs,
})
