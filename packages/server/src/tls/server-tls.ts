import type { Settings } from '../settings/settings.ts'
import { type Certificates, readCertificates } from './certificates.ts'

/**
 * Reads the certificates of the server; `undefined` if there are none. Throws an `Error` that names the file or the
 * setting that is wrong.
 */
export const serverCertificates = ({
  tlsCert,
  tlsKey,
  tlsMinVersion,
}: Pick<Settings, 'tlsCert' | 'tlsKey' | 'tlsMinVersion'>): Certificates | undefined =>
  readCertificates({
    certs: { variable: 'SIGNALBOX_TLS_CERT', files: tlsCert },
    keys: { variable: 'SIGNALBOX_TLS_KEY', files: tlsKey },
    minVersion: tlsMinVersion,
  })
