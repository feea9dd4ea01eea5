import { hash } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'

/** Accepts only connections to servers with one of these public keys: `sha256/` and the digest in Base64 (RFC 7469). */
export function pinned(pins: readonly string[], callback: buildConnector.Callback): buildConnector.Callback {
  return (...[error, socket]) => {
    if (error) return callback(error, null)
    const key = (socket as TLSSocket).getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
    if (key && pins.includes(`sha256/${hash('sha256', key, 'base64')}`)) return callback(null, socket)
    socket.destroy()
    callback(Object.assign(new Error('The public key of the server is not pinned'), { code: 'ERR_TLS_CERT_PIN' }), null)
  }
}
