import { hash } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { CompiledBackend } from '@signalbox/core/gateway'
import { buildConnector } from 'undici'
import type { Target } from '../pipeline/pipeline.ts'

/** Connects to a target. The server name of TLS is that of the target, whatever `Host` a request has. */
export function connectorOf(backend: CompiledBackend, { hostname, tls, tls_config }: Target, timeout: number) {
  const { sni, ca, cert, key, verify, minVersion, pins } = tls_config ?? backend.tls_config ?? {}
  const secure = {
    ...(ca && { ca: [...ca] }),
    ...(cert && { cert }),
    ...(key && { key }),
    rejectUnauthorized: verify !== false,
    minVersion: minVersion ?? ('TLSv1.2' as const),
  }
  // A resumed session has no certificate to compare with pins.
  const sessions = pins && { maxCachedSessions: 0 }
  const connect = buildConnector({ timeout, allowH2: false, autoSelectFamily: true, ...sessions, ...(tls && secure) })
  const name = sni ?? hostname
  const servername = tls && !isAddress(name) ? name : undefined
  return (options: buildConnector.Options, callback: buildConnector.Callback): void =>
    connect({ ...options, servername } as buildConnector.Options, tls && pins ? pinned(pins, callback) : callback)
}

/** Accepts only connections to servers with one of these public keys: `sha256/` and the digest in Base64 (RFC 7469). */
function pinned(pins: readonly string[], callback: buildConnector.Callback): buildConnector.Callback {
  return (...[error, socket]) => {
    if (error) return callback(error, null)
    const key = (socket as TLSSocket).getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
    if (key && pins.includes(`sha256/${hash('sha256', key, 'base64')}`)) return callback(null, socket)
    socket.destroy()
    callback(Object.assign(new Error('The public key of the server is not pinned'), { code: 'ERR_TLS_CERT_PIN' }), null)
  }
}

/** Addresses are not sent as server name. */
const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host)
