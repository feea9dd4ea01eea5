import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { CompiledBackend } from '@signalbox/core/gateway'
import { buildConnector } from 'undici'
import type { Target } from '../../backend/target.ts'
import { TargetRefusedError } from '../../backend/target-policy.ts'
import { nameOf, portOf } from '../../backends/target-origin.ts'
import { dropContinues } from './drop-continues.ts'
import { type Guard, guardedLookup } from './guarded-lookup.ts'
import { http2Of } from './http2-of.ts'
import type { Resolve } from './resolve.ts'
import { tlsOf } from './tls-of.ts'

/** What connections to targets need. */
export interface ConnectorPorts {
  readonly guard: Guard
  readonly resolve: Resolve
  /** Tells operators something once, however often it happens. */
  readonly reportOnce: (error: Error) => void
}

/** Connects to a target, if it may be called. */
export function connectorOf(
  backend: CompiledBackend,
  target: Target,
  { timeout, guard, resolve, reportOnce }: ConnectorPorts & { readonly timeout: number },
): buildConnector.connector {
  const { tls } = target
  const port = portOf(target)
  const refusal = (address: string, name: string) => guard(address, name, port)
  const refused = (why: string): Error => {
    const error = new TargetRefusedError(nameOf(target), why)
    reportOnce(error)
    return error
  }
  const secured = tls ? tlsOf(target, target.tls_config ?? backend.tls_config ?? {}, reportOnce) : undefined
  if (secured instanceof Error) return (_, callback) => queueMicrotask(() => callback(secured, null))
  const connect = buildConnector({
    timeout,
    autoSelectFamily: true,
    // A server that speaks both shall speak HTTP/2.
    preferH2: true,
    ...http2Of(target),
    lookup: guardedLookup(resolve, refusal, refused),
    ...secured?.options,
  } as buildConnector.BuildOptions)
  const { servername, pins } = secured ?? {}
  return (options, callback) => {
    const { hostname } = options
    // Addresses are not looked up.
    const why = isIP(hostname) ? refusal(hostname, hostname) : undefined
    if (why === undefined) {
      const made = withoutContinues(callback)
      connect({ ...options, servername } as buildConnector.Options, pins ? pinned(pins, made) : made)
    } else queueMicrotask(() => callback(refused(why), null))
  }
}

/** HTTP/2 has frames for informational responses, with which undici can deal. */
const withoutContinues =
  (callback: buildConnector.Callback): buildConnector.Callback =>
  (...result) => {
    const [, socket] = result
    if (socket && (socket as { alpnProtocol?: string | false | null }).alpnProtocol !== 'h2') dropContinues(socket)
    callback(...result)
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
