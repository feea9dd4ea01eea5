import type { Server as SecureServer } from 'node:https'
import type { Listening } from '@signalbox/gateway/node'
import type { Settings } from '../settings/settings.ts'
import { type Certificates, readCertificates } from './certificates.ts'

type TlsSettings = Pick<
  Settings,
  'gatewayTlsCert' | 'gatewayTlsKey' | 'gatewayTlsClientCa' | 'gatewayTlsClientCert' | 'gatewayH2' | 'tlsMinVersion'
>

/**
 * Reads the certificates of the gateway; `undefined` if there are none. Throws an `Error` that names the file or the
 * setting that is wrong.
 */
export function gatewayCertificates(settings: TlsSettings): Certificates | undefined {
  const { gatewayTlsClientCert: clients } = settings
  check(settings)
  const certificates = readCertificates({
    certs: { variable: 'SIGNALBOX_GATEWAY_TLS_CERT', files: settings.gatewayTlsCert },
    keys: { variable: 'SIGNALBOX_GATEWAY_TLS_KEY', files: settings.gatewayTlsKey },
    authorities: { variable: 'SIGNALBOX_GATEWAY_TLS_CLIENT_CA', files: settings.gatewayTlsClientCa },
    minVersion: settings.tlsMinVersion,
  })
  if (!certificates) return undefined
  const tls = { ...certificates.tls, requestCert: clients !== 'none', rejectUnauthorized: clients === 'required' }
  return { ...certificates, tls }
}

/** Returns what reads the certificates of a gateway again. It returns whether there are any. */
export const reloadOf =
  (certificates: Certificates | undefined, { server }: Pick<Listening, 'server'>) =>
  (): boolean => {
    certificates?.reload(server as SecureServer)
    return certificates !== undefined
  }

function check({ gatewayTlsCert, gatewayTlsClientCa, gatewayTlsClientCert, gatewayH2 }: TlsSettings): void {
  if (gatewayTlsClientCert !== 'none' && (gatewayTlsCert.length === 0 || gatewayTlsClientCa.length === 0))
    throw new Error(
      `SIGNALBOX_GATEWAY_TLS_CLIENT_CERT is ${gatewayTlsClientCert}: set SIGNALBOX_GATEWAY_TLS_CERT and SIGNALBOX_GATEWAY_TLS_CLIENT_CA, too`,
    )
  if (gatewayH2 && gatewayTlsCert.length === 0)
    throw new Error(
      'SIGNALBOX_GATEWAY_H2 is true: set SIGNALBOX_GATEWAY_TLS_CERT and SIGNALBOX_GATEWAY_TLS_KEY, too, since clients speak HTTP/2 over TLS',
    )
}
