import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { AgentOptions } from 'node:https'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { TestCertificate } from './certificates.fixture.ts'
import { credentials } from './known.fixture.ts'

/** Files of a certificate for the host `localhost`, which a test replaces. */
export async function certificateFiles(first: TestCertificate) {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const cert = join(folder, 'server.crt')
  const key = join(folder, 'server.key')
  const write = async (next: Pick<TestCertificate, 'cert' | 'key'>): Promise<void> => {
    await writeFile(cert, next.cert)
    await writeFile(key, next.key)
  }
  await write(first)
  return { cert, key, write }
}

/** What a call over TLS got. */
export interface TlsAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The certificate that the server showed. */
  readonly serial: string
}

interface TlsCall {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A client of the host `localhost` that trusts an authority alone. It keeps connections open unless told otherwise, and has an API key. */
export function tlsClient({ cert: ca }: TestCertificate, options: AgentOptions = {}, own = credentials as object) {
  const agent = new Agent({ keepAlive: true, ca, servername: 'localhost', maxCachedSessions: 0, ...options })
  onTestFinished(() => agent.destroy())
  return (url: string, { method = 'GET', headers = {}, body }: TlsCall = {}): Promise<TlsAnswer> =>
    new Promise((resolve, reject) => {
      const json = body === undefined ? {} : { 'Content-Type': 'application/json' }
      const sent = request(url, { agent, method, headers: { ...own, ...json, ...headers } }, (response) => {
        const { serialNumber } = (response.socket as TLSSocket).getPeerCertificate()
        let text = ''
        response.setEncoding('utf8').on('data', (more: string) => {
          text += more
        })
        response
          .once('error', reject)
          .once('end', () =>
            resolve({ status: response.statusCode as number, headers: response.headers, text, serial: serialNumber }),
          )
      })
      sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
    })
}
