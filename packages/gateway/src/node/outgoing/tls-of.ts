import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import {
  type ConnectionOptions,
  checkServerIdentity,
  createSecureContext,
  DEFAULT_CIPHERS,
  type PeerCertificate,
} from 'node:tls'
import type { Target } from '../../backend/target.ts'
import { nameOf } from '../../backends/target-origin.ts'

type TlsConfig = NonNullable<Target['tls_config']>

/** How TLS connections to a target are made. */
export interface TargetTls {
  readonly options: ConnectionOptions & { readonly maxCachedSessions?: number }
  /** The server name of TLS: that of the target, whatever `Host` a request has. Absent for addresses. */
  readonly servername: string | undefined
  readonly pins: readonly string[] | undefined
}

/**
 * Reads the TLS settings of a target, once for all its connections. Returns an error if a certificate or key cannot be
 * read. `reportOnce` receives that, and servers that are not verified.
 */
export function tlsOf(target: Target, config: TlsConfig, reportOnce: (error: Error) => void): TargetTls | Error {
  const { sni, ca, cert, key, verify, minVersion = 'TLSv1.2', pins } = config
  if (verify === false)
    reportOnce(new Error(`The certificate of ${nameOf(target)} is not verified: tls_config.verify is false`))
  const name = (sni ?? target.hostname).replace(/^\[|\]$/g, '')
  try {
    // Node skips authorities that it cannot read.
    for (const one of ca ?? []) new X509Certificate(one)
    const files = { ...(ca && { ca: [...ca] }), ...(cert && { cert }), ...(key && { key }) }
    return {
      options: {
        secureContext: createSecureContext({ ciphers: DEFAULT_CIPHERS, minVersion, ...files }),
        rejectUnauthorized: verify !== false,
        checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(name, certificate),
        // A resumed session has no certificate to compare with pins.
        ...(pins && { maxCachedSessions: 0 }),
      },
      servername: isIP(name) === 0 ? name : undefined,
      pins,
    }
  } catch (cause) {
    const message = `The tls_config of ${nameOf(target)} is invalid: ca, cert and key must be certificates and a key in PEM`
    const error = Object.assign(new Error(message, { cause }), { code: 'ERR_TLS_INVALID_CONTEXT' })
    reportOnce(error)
    return error
  }
}
