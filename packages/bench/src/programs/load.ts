/**
 * Sends requests to a server on 127.0.0.1 over persistent connections, each right after the previous response: with wrk
 * where it is installed and the burst takes a second or more, else with undici. Answers with the number of responses.
 */
import { execFile, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
  /** How long to send; wrk takes whole seconds. */
  readonly seconds: number
}

/** What a burst did. */
export interface BurstResult {
  /** The number of responses, each with the status 200. */
  readonly responses: number
  readonly tool: 'wrk' | 'undici'
}

const CONNECTIONS = 16
const hasWrk = spawnSync('wrk', ['-v']).error === undefined
const pools = new Map<number, Pool>()

answerWith(async (burst: Burst): Promise<BurstResult> => {
  const isByWrk = hasWrk && burst.seconds >= 1
  if (isByWrk) await checkOnce(burst)
  return isByWrk
    ? { responses: await sendByWrk(burst), tool: 'wrk' }
    : { responses: await sendByUndici(burst), tool: 'undici' }
})

const headersOf = ({ body }: Burst) => ({
  'service-client-id': key.clientId,
  'service-client-secret': key.clientSecret,
  ...(body !== undefined && { 'content-type': 'application/json' }),
})

async function sendByUndici(burst: Burst): Promise<number> {
  const { port, method, path, body, seconds } = burst
  const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS })
  pools.set(port, pool)
  const request = { method, path, body: body ?? null, headers: headersOf(burst) }
  const end = performance.now() + seconds * 1000
  let responses = 0
  const one = async () => {
    while (performance.now() < end) {
      const reply = await pool.request(request)
      check(burst, reply.statusCode, await reply.body.text())
      responses++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return responses
}

/** wrk counts statuses, but does not look into responses; one request does. */
async function checkOnce(burst: Burst): Promise<void> {
  const { port, method, path, body } = burst
  const init = { method, headers: headersOf(burst), ...(body !== undefined && { body }) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  check(burst, response.status, await response.text())
}

function check({ method, path, answer }: Burst, status: number, text: string): void {
  if (status !== 200 || (answer !== undefined && text !== answer))
    throw new Error(`${method} ${path} answered ${status}: ${text}`)
}

async function sendByWrk(burst: Burst): Promise<number> {
  const { port, method, path, body, seconds } = burst
  const script = join(tmpdir(), `signalbox-bench-${process.pid}.lua`)
  writeFileSync(script, [`wrk.method = "${method}"`, ...(body ? [`wrk.body = [==[${body}]==]`] : [])].join('\n'))
  const headers = Object.entries(headersOf(burst)).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const load = ['-t1', `-c${CONNECTIONS}`, `-d${Math.round(seconds)}s`, '-s', script, ...headers]
  try {
    const { stdout } = await promisify(execFile)('wrk', [...load, `http://127.0.0.1:${port}${path}`])
    const responses = Number(/(\d+) requests in/.exec(stdout)?.[1])
    if (!(responses > 0) || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk reported:\n${stdout}`)
    return responses
  } finally {
    rmSync(script, { force: true })
  }
}
