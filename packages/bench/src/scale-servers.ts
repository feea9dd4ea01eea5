import type { RealPostgres } from '@signalbox/test-postgres'
import { type Child, startChild } from './child.ts'
import { manyUsers, mixedFeature } from './workload.ts'

const apiKey = { clientId: 'bench', clientSecret: 'a-secret-of-the-bench' } as const
const credentials = { 'Service-Client-Id': apiKey.clientId, 'Service-Client-Secret': apiKey.clientSecret }

/** A server in a process of its own. */
export interface ScaleServer {
  readonly url: string
  /** From the start of its process until it is ready, in milliseconds. */
  readonly startMs: number
  /** The CPU time of that, in milliseconds. */
  readonly startCpuMs: number
  /** Its resident memory in bytes. */
  resident(): Promise<number>
  stop(): Promise<void>
}

/** Starts a server on a database, which may read from a standby, and waits until it is ready. */
export async function startServer(database: string, standby = ''): Promise<ScaleServer> {
  const begun = performance.now()
  const child: Child = startChild('servers/serve-scale', [database, apiKey.clientId, apiKey.clientSecret, standby])
  const look = () => child.ask<{ url: string; cpuMs: number; resident: number }>()
  const { url } = await look()
  while (!(await fetch(`${url}/api/_ready`)).ok);
  const startMs = performance.now() - begun
  const { cpuMs: startCpuMs } = await look()
  return { url, startMs, startCpuMs, resident: async () => (await look()).resident, stop: () => child.stop() }
}

/** Calls a server with the API key. Throws if the response is an error. */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, headers: { ...credentials, ...init.headers } })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Creates an empty database. Returns its URL. */
export async function createDatabase(server: RealPostgres, name: string): Promise<string> {
  const client = await server.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return databaseAt(server.url, name)
}

/** The URL of a database of a PostgreSQL server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Lines in one chunk of an upload. */
const TOGETHER = 500

/** Uploads features, which are made while they are sent. Returns how many were stored in a second. */
export async function upload(url: string, size: number): Promise<number> {
  const users = manyUsers(1000)
  const encoder = new TextEncoder()
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= size) return controller.close()
      const many = Math.min(TOGETHER, size - at)
      const lines = Array.from({ length: many }, (_, i) => `${JSON.stringify(mixedFeature(at + i, users))}\n`)
      controller.enqueue(encoder.encode(lines.join('')))
      at += many
    },
  })
  const headers = { 'Content-Type': 'application/nd-json' }
  const begun = performance.now()
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const answer = (await (await ask(`${url}/api/features.ndjson`, init)).json()) as { success: number }
  if (answer.success !== size) throw new Error(JSON.stringify(answer))
  return (size / (performance.now() - begun)) * 1000
}
