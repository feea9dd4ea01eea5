/**
 * A server that changes configs at a steady rate and copies their events with one sink: `node outage-publisher.fixture.ts JSON`.
 * It sends its parent a `Report` four times a second, and stops writing on any message.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

/** What a publisher is started with. */
export interface Publishing {
  /** The entry of the sink in the settings. */
  readonly sink: { readonly to: string; readonly [option: string]: unknown }
  /** The address of the store. */
  readonly store: string
  /** Changes a second. */
  readonly rate: number
}

/** What a publisher tells. */
export interface Report {
  readonly written: number
  /** MiB in use after a collection of garbage: objects, and buffers outside of the heap. */
  readonly used: number
  /** MiB of the process. */
  readonly resident: number
  readonly behind: number | undefined
  readonly isLeader: boolean
  readonly isWriting: boolean
}

const BURST = 50
const REPORT_MS = 250
const MIB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const { sink, store, rate } = JSON.parse(process.argv[2] ?? '{}') as Publishing
const server = await createServer({
  ...{ ...known, store, port: 0, report: () => {} },
  sinks: [{ id: 'audit', domains: ['Config'], ...sink }],
})
let written = 0
let isWriting = true
process.on('message', () => {
  isWriting = false
})
process.on('disconnect', () => process.exit())

async function write(): Promise<void> {
  for (const start = Date.now(); isWriting; ) {
    const bodies = Array.from({ length: BURST }, (_, n) => ({
      id: `c${(written + n) % 100}`,
      value: { n: written + n, text: 'x'.repeat(500) },
    }))
    await Promise.all(bodies.map((body) => server.box.configs.replace({ id: body.id, body })))
    written += BURST
    await delay(Math.max(0, start + (written / rate) * 1000 - Date.now()))
  }
}

async function tell(): Promise<void> {
  const [shown] = (await server.box.sinks.list()).results
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({
    ...{ written, isWriting, behind: shown?.behind, isLeader: shown?.isLeader === true },
    ...{ used: (heapUsed + external) / MIB, resident: rss / MIB },
  } satisfies Report)
}

for (let n = 0; n < 100; n++)
  await server.box.configs
    .replace({ id: `c${n}`, body: { id: `c${n}`, value: 0 } })
    .catch(() => server.box.configs.create({ body: { id: `c${n}`, value: 0 } }))
    .catch(() => {})
void write()
for (;;) {
  await tell()
  await delay(REPORT_MS)
}
