/** Sends requests to a server on 127.0.0.1 over persistent connections, each right after the previous response. */
import { Pool } from 'undici'
import { answerWith } from '../child.ts'
import { key } from '../workload.ts'

/** One burst of requests. */
export interface Burst {
  readonly port: number
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: string
  /** The text of each response. @default any */
  readonly answer?: string
  readonly requests: number
}

const CONNECTIONS = 16
const pools = new Map<number, Pool>()

answerWith(async ({ port, method, path, body, answer, requests }: Burst) => {
  const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS })
  pools.set(port, pool)
  const credentials = { 'service-client-id': key.clientId, 'service-client-secret': key.clientSecret }
  const headers = { ...credentials, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const request = { method, path, body: body ?? null, headers }
  let sent = 0
  const one = async () => {
    while (sent++ < requests) {
      const { statusCode, body: reply } = await pool.request(request)
      const text = await reply.text()
      if (statusCode !== 200 || (answer !== undefined && text !== answer))
        throw new Error(`${method} ${path} answered ${statusCode}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return {}
})
