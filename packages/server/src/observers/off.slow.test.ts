import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createLogDrops } from '../log/log-drops.ts'
import { limitsOf } from '../overload/limits.ts'
import { checkSettings } from '../settings/read-settings.ts'
import type { Needed } from './loading.fixture.ts'
import { openObservers } from './open-observers.ts'

const off = { adminPort: 'off', accessLog: 'off', tracing: false } as const

async function needed(settings: object): Promise<Needed> {
  const program = fileURLToPath(new URL('loading.fixture.ts', import.meta.url))
  const args = ['--no-warnings', '--conditions=@signalbox/source', program, JSON.stringify(settings)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout)
}

/** Packages and folders that only observers need, apart from the look-up of the id that they gave to a request. */
const observing = ({ loaded }: Needed) =>
  loaded.filter(
    (url) =>
      (/node_modules\/(prom-client|pino|@opentelemetry)\//.test(url) ||
        /\/server\/src\/observers\/.*\//.test(url) ||
        /\/(tracing|metrics|access-log)\.ts$/.test(url)) &&
      !url.endsWith('/request-id.ts'),
  )

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0)

describe('a server without metrics, access log and traces', () => {
  it('has no observer: its store, its calls and its scripts are not wrapped', async () => {
    const settings = checkSettings({ ...off, store: 'memory:' })
    const occupancy = { limits: limitsOf(settings), connections: () => 0, streams: () => 0 }
    const parts = { report: () => {}, drops: createLogDrops(), isLogging: false, occupancy }
    expect(await openObservers(settings, parts)).toEqual({})
  })

  it('loads no code for them, and adds no listeners to requests and responses', async () => {
    const [without, withLog] = await Promise.all([needed(off), needed({ ...off, accessLog: 'file:/dev/null' })])
    expect(observing(without)).toEqual([])
    expect(observing(withLog)).not.toEqual([])
    const packages = observing(await needed({ ...off, adminPort: 0 })).join()
    expect(packages).toContain('/prom-client/')
    expect(without.requestListeners).toBeLessThan(withLog.requestListeners)
    expect(sum(without.responseListeners)).toBeLessThan(sum(withLog.responseListeners))
  })
})
