import type { CompiledBackend } from '@signalbox/core/gateway'
import type { Send } from '../backend/send.ts'
import { setHeader } from '../headers/header-list.ts'
import type { PrepareCall } from '../plugin-api/side-call.ts'

/** Not the name of the gateway: what is called may be behind it, and is no loop. */
const VIA = '1.1 signalbox-call'

/** Prepares calls of URLs, sent like calls of targets. */
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
    return ({ method = 'GET', headers = [], body } = {}) => {
      const list = ['Host', host, ...headers, ...(body ? ['Content-Length', String(body.length)] : [])]
      setHeader(list, 'Via', VIA)
      return send({
        ...{ backend, target, method, path: pathname + search, most, body, neverEndless: true },
        headers: list,
      })
    }
  }

/** Client settings with one limit for everything. */
const limitsOf = (timeoutMs: number): CompiledBackend['client'] => ({
  connectionTimeout: timeoutMs,
  callTimeout: timeoutMs,
  callAndStreamTimeout: timeoutMs,
  globalTimeout: timeoutMs,
  idleTimeout: timeoutMs,
})
