import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  createSecureContext,
  type SecureContext,
  type SecureVersion,
  type TlsOptions,
  type Server as TlsServer,
} from 'node:tls'
import { reasonOf } from '../files/files.ts'

/** Names of files (PEM), and the setting that names them. */
export interface NamedFiles {
  readonly variable: string
  readonly files: readonly string[]
}

/** The files of the certificates of a listener. */
export interface CertificateFiles {
  readonly certs: NamedFiles
  /** The private keys of the certificates, in the same order. */
  readonly keys: NamedFiles
  /** The authorities whose client certificates are trusted. @default none */
  readonly authorities?: NamedFiles
  /** The oldest version of TLS that clients may use. */
  readonly minVersion: SecureVersion
}

/** The certificates of a listener. */
export interface Certificates {
  /** Options of a `node:https` server that shows them. */
  readonly tls: TlsOptions
  /**
   * Reads the files again, for the connections that the server accepts from now on. Throws an `Error` that names the file
   * or the setting that is wrong, and keeps the certificates that were read before.
   */
  reload(server: TlsServer): void
}

/** A certificate with its key, ready for connections. */
interface Identity {
  readonly certificate: X509Certificate
  readonly cert: Buffer
  readonly key: Buffer
  readonly context: SecureContext
}

/**
 * Reads certificates; `undefined` if the settings name none. The host that a client asks for (SNI) chooses the first
 * certificate that covers it; without a match, the first of all is used. Throws an `Error` that names the file or the
 * setting that is wrong.
 */
export function readCertificates(files: CertificateFiles): Certificates | undefined {
  checkPairs(files)
  if (files.certs.files.length === 0) return undefined
  let current = readAll(files)
  const first = (): Identity => current.identities[0] as Identity
  const shared = () => ({ cert: first().cert, key: first().key, ca: current.ca, minVersion: files.minVersion })
  return {
    tls: {
      ...shared(),
      SNICallback(host, done) {
        const found = current.identities.find(({ certificate }) => certificate.checkHost(host) !== undefined) ?? first()
        done(null, found.context)
      },
    },
    reload(server) {
      current = readAll(files)
      server.setSecureContext(shared())
    },
  }
}

function checkPairs({ certs, keys }: CertificateFiles): void {
  if (certs.files.length === keys.files.length) return
  throw new Error(
    `${certs.variable} names ${certs.files.length} files, but ${keys.variable} ${keys.files.length}: each certificate needs its key, in the same order`,
  )
}

function readAll({ certs, keys, authorities, minVersion }: CertificateFiles) {
  const ca = authorities?.files.map((file) => read(authorities.variable, file)) ?? []
  const trusted = ca.length > 0 ? ca : undefined
  const identities = certs.files.map((certFile, i): Identity => {
    const keyFile = keys.files[i] as string
    const cert = read(certs.variable, certFile)
    const key = read(keys.variable, keyFile)
    try {
      const context = createSecureContext({ cert, key, ca: trusted, minVersion })
      return { certificate: new X509Certificate(cert), cert, key, context }
    } catch (cause) {
      throw new Error(
        `${certFile} and ${keyFile} are not a certificate and its key in PEM: ${(cause as Error).message}`,
        { cause },
      )
    }
  })
  return { identities, ca: trusted }
}

function read(variable: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Error(`${file}, named in ${variable}, cannot be read: ${reasonOf(cause)}`, { cause })
  }
}
