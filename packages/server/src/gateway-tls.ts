import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SecureContext, TlsOptions } from 'node:tls'
import { createSecureContext } from 'node:tls'
import { reasonOf } from './files.ts'
import type { Settings } from './settings.ts'

type TlsSettings = Pick<
  Settings,
  'gatewayTlsCert' | 'gatewayTlsKey' | 'gatewayTlsClientCa' | 'gatewayTlsClientCert' | 'gatewayH2'
>

/** A certificate with its key, ready for connections. */
interface Identity {
  readonly certificate: X509Certificate
  readonly cert: Buffer
  readonly key: Buffer
  readonly context: SecureContext
}

/**
 * Reads the certificates of the gateway; `undefined` if there are none. The host that a client asks for (SNI) chooses
 * the first certificate that covers it; without a match, the first of all is used. Throws an `Error` that names the
 * file or the setting that is wrong.
 */
export function readTls(settings: TlsSettings): TlsOptions | undefined {
  const { gatewayTlsCert: certs, gatewayTlsKey: keys, gatewayTlsClientCert: clients } = settings
  const ca = settings.gatewayTlsClientCa.map((file) => read('SIGNALBOX_GATEWAY_TLS_CLIENT_CA', file))
  check(settings)
  const [first, ...others] = certs.map((file, i) => identityOf(file, keys[i] as string, ca))
  if (!first) return undefined
  const all = [first, ...others]
  return {
    cert: first.cert,
    key: first.key,
    ...(ca.length > 0 && { ca }),
    minVersion: 'TLSv1.2',
    requestCert: clients !== 'none',
    rejectUnauthorized: clients === 'required',
    SNICallback(host, done) {
      const found = all.find(({ certificate }) => certificate.checkHost(host) !== undefined) ?? first
      done(null, found.context)
    },
  }
}

function check({
  gatewayTlsCert,
  gatewayTlsKey,
  gatewayTlsClientCa,
  gatewayTlsClientCert,
  ...more
}: TlsSettings): void {
  if (gatewayTlsCert.length !== gatewayTlsKey.length)
    throw new Error(
      `SIGNALBOX_GATEWAY_TLS_CERT names ${gatewayTlsCert.length} files, but SIGNALBOX_GATEWAY_TLS_KEY ${gatewayTlsKey.length}: each certificate needs its key, in the same order`,
    )
  if (gatewayTlsClientCert !== 'none' && (gatewayTlsCert.length === 0 || gatewayTlsClientCa.length === 0))
    throw new Error(
      `SIGNALBOX_GATEWAY_TLS_CLIENT_CERT is ${gatewayTlsClientCert}: set SIGNALBOX_GATEWAY_TLS_CERT and SIGNALBOX_GATEWAY_TLS_CLIENT_CA, too`,
    )
  if (more.gatewayH2 && gatewayTlsCert.length === 0)
    throw new Error(
      'SIGNALBOX_GATEWAY_H2 is true: set SIGNALBOX_GATEWAY_TLS_CERT and SIGNALBOX_GATEWAY_TLS_KEY, too, since clients speak HTTP/2 over TLS',
    )
}

function identityOf(certFile: string, keyFile: string, ca: readonly Buffer[]): Identity {
  const cert = read('SIGNALBOX_GATEWAY_TLS_CERT', certFile)
  const key = read('SIGNALBOX_GATEWAY_TLS_KEY', keyFile)
  try {
    const certificate = new X509Certificate(cert)
    return { certificate, cert, key, context: createSecureContext({ cert, key, ca: [...ca], minVersion: 'TLSv1.2' }) }
  } catch (cause) {
    throw new Error(
      `${certFile} and ${keyFile} are not a certificate and its key in PEM: ${(cause as Error).message}`,
      { cause },
    )
  }
}

function read(variable: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Error(`${file}, named in ${variable}, cannot be read: ${reasonOf(cause)}`, { cause })
  }
}
