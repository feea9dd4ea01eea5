import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openSqlite } from '@signalbox/sql'
import { it } from 'vitest'
import { kinds } from './away.fixture.ts'
import { publish } from './publish.fixture.ts'

/** How long brokers are away: ten minutes in the soak, of 60. */
const soak = Number(process.env.SIGNALBOX_SOAK ?? 0)
const SECONDS = soak > 0 ? 10 * soak : 3
/** Changes a second. In CI, five servers and their brokers share a machine. */
const RATE = soak > 0 ? 1000 : 200
/** MiB. Events have some 1.3 KiB, so that a log in memory would be larger within a minute. */
const MOST_GROWTH = 48
/** Brokers that are away for long get the machine for themselves. */
const test = soak > 0 ? it : it.concurrent

/** The ids of the events in a store that the sink copies. */
async function idsIn(path: string): Promise<number[]> {
  const store = await openSqlite(path)
  const ids: number[] = []
  for await (const { _id, domain } of store.read({ after: 0 })) if (domain === 'Config') ids.push(_id)
  await store.close?.()
  return ids
}

test.for(kinds.filter(({ isInstalled }) => isInstalled))(
  `$name is away under ${RATE} changes a second: memory stays flat, and it then has all events in order`,
  { timeout: 240_000 + 4000 * SECONDS },
  async ({ name, isExact, open }, { expect, onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const destination = await open()
    onTestFinished(() => destination.stop())
    const path = join(folder, 'away.db')
    const { reports, last, stopWriting, kill } = publish({
      sink: destination.sink,
      store: `sqlite:${path}`,
      rate: RATE,
    })
    onTestFinished(kill)
    const wait = { timeout: 120_000 + 2000 * SECONDS }
    await expect.poll(() => (last()?.written ?? 0) > RATE && (last()?.behind ?? 1e9) < 500, wait).toBe(true)

    await destination.away()
    const [from, before] = [reports.length, last()?.written ?? 0]
    await delay(SECONDS * 1000)
    const during = reports.slice(from)
    const written = (last()?.written ?? 0) - before
    await destination.back()
    stopWriting()
    const start = Date.now()
    const isDone = () => last()?.isWriting === false && last()?.behind === 0
    await expect.poll(isDone, wait).toBe(true)
    const seconds = (Date.now() - start) / 1000
    await kill()

    const growth = (of: 'used' | 'resident') => Math.max(...during.map((one) => one[of])) - (during[0]?.[of] ?? 0)
    const sizes = `memory grew by ${growth('used').toFixed(0)} MiB, the process by ${growth('resident').toFixed(0)}`
    console.info(`${name}, ${SECONDS} s away: ${written} changes, copied in ${seconds.toFixed(1)} s; ${sizes}`)
    expect(growth('used')).toBeLessThan(MOST_GROWTH)
    const logged = await idsIn(path)
    const found = await destination.ids(logged.at(-1) ?? 0)
    expect(isExact ? found : [...new Set(found)]).toEqual(logged)
  },
)
