import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { start } from '../fixtures/command.fixture.ts'
import { json } from '../fixtures/data-plane.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

/** Kills the youngest process that a process has started, as the kernel lists them. */
async function killWorker(parent: number): Promise<void> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')
  process.kill(Number(children.trim().split(' ').at(-1)), 'SIGKILL')
}

const fresh = { headers: { Connection: 'close' } }

it('the gateway of a server has workers: they serve, follow changes, are started again, and finish on SIGTERM', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
  const backend = await startBackend(({ url }, response) => {
    response.setHeader('X-Process', 'backend')
    if (url === '/shop/slow') arrive(() => response.end('done'))
    else response.end(url)
  })
  const command = start({
    env: {
      SIGNALBOX_STORE: `sqlite:${join(folder, 'box.db')}`,
      SIGNALBOX_GATEWAY_WORKERS: '3',
      SIGNALBOX_GATEWAY_PORT: '0',
      SIGNALBOX_ADMIN_PORT: '0',
      SIGNALBOX_GATEWAY_LOG: 'off',
    },
  })
  const url = await command.serving
  await expect.poll(command.printed).toMatch(/^Probes and metrics are on /m)
  const [, gateway = ''] = /^The gateway serves published APIs on (\S+)$/m.exec(command.printed()) ?? []
  const [, admin = ''] = /^Probes and metrics are on (\S+)$/m.exec(command.printed()) ?? []
  const ask = async (path: string, init?: RequestInit) => (await call(`${url}/api/${path}`, init)).json()
  const status = async (path: string) => {
    const response = await fetch(`${gateway}${path}`, fresh)
    await response.arrayBuffer()
    return response.status
  }

  expect((await fetch(`${admin}/ready`)).status).toBe(200)
  await ask('apis', json(apiTo(backend)))
  await ask('apis/shop/deployments', json({}))
  // Workers learn of a change by a stream.
  const allOf = async (path: string, count = 9) =>
    new Set(await Promise.all(Array.from({ length: count }, () => status(path))))
  await expect.poll(() => allOf('/shop/a')).toEqual(new Set([200]))
  const states = async () => (await ask('gateway')).results.map(({ state }: { state: string }) => state)
  await expect.poll(states, { timeout: 10_000 }).toEqual(['fresh', 'fresh', 'fresh'])
  expect((await ask('gateway/keys')).results).toEqual([])
  const explained = await fetch(`${admin}/explain`, json({ url: `${gateway}/shop/a` }))
  expect(await explained.json()).toMatchObject({ outcome: 'route', route: 'shop:all' })
  const here = await call(`${url}/api/gateway/_explain`, json({ url: `${gateway}/shop/a` }))
  expect([here.status, (await here.json()).detail]).toEqual([409, expect.stringContaining('admin port')])

  const pids = async () => {
    const text = await (await fetch(`${admin}/metrics`)).text()
    return [...new Set([...text.matchAll(/worker="(\d)"/g)].map(([, one]) => one))].sort()
  }
  expect(await pids()).toEqual(['1', '2', '3'])
  await killWorker(command.pid)
  await expect.poll(pids, { timeout: 20_000 }).toEqual(['1', '2', '3'])
  await expect.poll(() => allOf('/shop/b'), { timeout: 20_000 }).toEqual(new Set([200]))

  const slow = fetch(`${gateway}/shop/slow`, fresh)
  const finish = await arrived
  command.signal('SIGTERM')
  await expect.poll(async () => (await fetch(`${admin}/ready`)).status).toBe(503)
  finish()
  expect(await (await slow).text()).toBe('done')
  const { code, stderr } = await command.ended
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Error: Worker \d of the gateway ended by SIGKILL/)])
}, 120_000)
