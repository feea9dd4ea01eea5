/** Creates configs over 32 persistent connections, each request right after the previous response. */
import { Pool } from 'undici'
import { answerWith } from '../child.ts'
import { key } from '../workload.ts'

/** One burst of creates, with the numbers of the configs from `from` on. */
export interface Creates {
  readonly port: number
  readonly from: number
  readonly requests: number
}

const CONNECTIONS = 32
const path = '/api/configs'
const headers = {
  'content-type': 'application/json',
  'service-client-id': key.clientId,
  'service-client-secret': key.clientSecret,
}
const pools = new Map<number, Pool>()

answerWith(async ({ port, from, requests }: Creates) => {
  const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS })
  pools.set(port, pool)
  let next = from
  const one = async () => {
    for (let n = next++; n < from + requests; n = next++) {
      const sent = { id: `http:${String(n).padStart(9, '0')}`, value: { n, on: true } }
      const { statusCode, body } = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(sent) })
      const text = await body.text()
      if (statusCode !== 201) throw new Error(`POST ${path} answered ${statusCode}: ${text}`)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return { seconds: (performance.now() - start) / 1000 }
})
