import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '@signalbox/test-postgres'
import { startChild } from '../child.ts'
import type { Row } from '../row.ts'

const MOST_MS = 200
/** The changes made before measuring starts. */
const WARM = 10
const FEATURE = '/api/features/bench'

/** The API key of both servers. */
const apiKey = { clientId: 'bench', clientSecret: 'a-secret-of-the-bench' } as const

/**
 * Measures how long after sending a change to a server on PostgreSQL a GET check reflects it, on the other server and
 * on the same one. Each server is changed in turn, `changes` times for each of the two.
 */
export async function evaluationElsewhere(changes: number): Promise<Row[]> {
  const postgres = await startPostgres()
  // One after the other, because the first one creates the tables.
  const children = []
  try {
    const urls: string[] = []
    for (let n = 0; n < 2; n++) {
      const child = startChild('servers/serve-postgres', [postgres.url, apiKey.clientId, apiKey.clientSecret])
      children.push(child)
      urls.push(await child.ask<string>())
    }
    await write(urls[0]!, 'POST', '/api/features', false)
    const times = await timesOf(urls as [string, string], changes)
    const [here, there] = [figureOf(times.here), figureOf(times.there)]
    const what = `from a change to a GET check that answers by it, p50, p95 and most of ${changes}`
    return [
      { what: `${what}, on the same server`, figure: here.text },
      {
        what: `${what}, on the other server of one PostgreSQL`,
        figure: there.text,
        ratio: (there.median / here.median).toFixed(2),
        goal: `≤ ${MOST_MS} ms`,
        met: there.most <= MOST_MS,
      },
    ]
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    await postgres.stop()
  }
}

async function timesOf([one, other]: readonly [string, string], changes: number) {
  const times = { here: [] as number[], there: [] as number[] }
  let active = false
  for (let n = -WARM; n < 2 * changes; n++) {
    const [changed, beside] = n % 4 < 2 ? [one, other] : [other, one]
    const asked = n % 2 === 0 ? 'here' : 'there'
    active = !active
    const begin = performance.now()
    await write(changed, 'PUT', FEATURE, active)
    const first = asked === 'here' ? changed : beside
    while ((await check(first)) !== active) await delay(1)
    if (n >= 0) times[asked].push(performance.now() - begin)
    for (const url of [changed, beside]) while ((await check(url)) !== active) await delay(1)
  }
  return times
}

function figureOf(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b)
  const [median, late, most] = [0.5, 0.95, 1].map((part) => sorted[Math.ceil(part * sorted.length) - 1]!) as [
    number,
    number,
    number,
  ]
  return { text: `${median.toFixed(0)}, ${late.toFixed(0)}, ${most.toFixed(0)} ms`, median, most }
}

const credentials = {
  'Service-Client-Id': apiKey.clientId,
  'Service-Client-Secret': apiKey.clientSecret,
}

async function write(url: string, method: 'POST' | 'PUT', path: string, enabled: boolean): Promise<void> {
  const body = JSON.stringify({ id: 'bench', enabled, activationStrategy: 'NO_STRATEGY' })
  const answer = await fetch(url + path, {
    method,
    headers: { ...credentials, 'Content-Type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Whether a server reports the feature as active; `undefined` if it does not know the feature yet. */
async function check(url: string): Promise<boolean | undefined> {
  const answer = await fetch(`${url}${FEATURE}/check`, { headers: credentials })
  const { active } = (await answer.json()) as { active?: boolean }
  return active
}
