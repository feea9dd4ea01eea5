/** Displays an experiment to clients over 32 persistent connections, each request right after the previous response. */
import { Pool } from 'undici'
import { answerWith } from '../child.ts'
import { clientOf } from '../experiment.ts'

/** One burst of displays. */
export interface Displays {
  readonly port: number
  readonly requests: number
}

const CONNECTIONS = 32
const pools = new Map<number, Pool>()

answerWith(async ({ port, requests }: Displays) => {
  const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS })
  pools.set(port, pool)
  let sent = 0
  const one = async () => {
    for (let n = sent++; n < requests; n = sent++) {
      const path = `/api/experiments/bench/displayed?clientId=${clientOf(n)}`
      const { statusCode, body } = await pool.request({ method: 'POST', path })
      const text = await body.text()
      if (statusCode !== 200 || !text.includes('VariantDisplayedEvent'))
        throw new Error(`POST ${path} answered ${statusCode}: ${text}`)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return { seconds: (performance.now() - start) / 1000 }
})
