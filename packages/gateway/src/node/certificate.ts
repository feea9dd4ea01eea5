import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ClientCertificate } from '../plugin-api/connection.ts'
import { toClientCertificate } from '../request/read-certificate.ts'

/** What a TLS connection tells, found out once per connection. */
const facts = new WeakMap<Socket, { certificate: ClientCertificate | undefined; covers: Map<string, boolean> }>()

/** Whether a connection is encrypted. */
export const isSecure = (socket: Socket): boolean => (socket as Partial<TLSSocket>).encrypted === true

/** The certificate of the client, if it sent one that the server trusts. */
export const certificateOf = (socket: Socket): ClientCertificate | undefined =>
  isSecure(socket) ? factsOf(socket as TLSSocket).certificate : undefined

/** Whether the certificate of the server covers a host. Without TLS: every host. */
export function covers(socket: Socket, host: string): boolean {
  if (!isSecure(socket)) return true
  const { covers } = factsOf(socket as TLSSocket)
  let covered = covers.get(host)
  if (covered === undefined) {
    const own = (socket as TLSSocket).getX509Certificate()
    covered = !own || (/^[\d.]+$|:/.test(host) ? own.checkIP(host) : own.checkHost(host)) !== undefined
    if (covers.size < MOST_HOSTS) covers.set(host, covered)
  }
  return covered
}

/** Hosts whose answers are remembered for one connection. */
const MOST_HOSTS = 16

function factsOf(socket: TLSSocket) {
  let known = facts.get(socket)
  if (!known) {
    known = { certificate: readCertificate(socket), covers: new Map() }
    facts.set(socket, known)
  }
  return known
}

function readCertificate(socket: TLSSocket): ClientCertificate | undefined {
  if (!socket.authorized) return undefined
  const certificate = socket.getPeerX509Certificate()
  return certificate && toClientCertificate(certificate)
}
