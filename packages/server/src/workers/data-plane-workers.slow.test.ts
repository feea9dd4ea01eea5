import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** A control plane with an API, and a data plane with so many workers. */
async function setUp(workers: number) {
  const [place, state] = [await folder(), await folder()]
  const control = start({
    env: { SIGNALBOX_STORE: `sqlite:${join(place, 'box.db')}`, SIGNALBOX_GATEWAY_PORT: 'off' },
  })
  const url = await control.serving
  const ask = async (path: string, init?: RequestInit) => (await call(`${url}/api/${path}`, init)).json()
  await ask('apis', json(apiTo(await startBackend())))
  await ask('apis/shop/deployments', json({}))
  const { key } = await ask('gateway/keys', json({ id: 'edge' }))
  const log = join(place, 'access.log')
  const plane = start({
    args: ['gateway', '--from', url, '--state', state],
    env: {
      SIGNALBOX_GATEWAY_KEY: key,
      SIGNALBOX_GATEWAY_WORKERS: String(workers),
      SIGNALBOX_GATEWAY_PORT: '0',
      SIGNALBOX_ADMIN_PORT: '0',
      SIGNALBOX_GATEWAY_LOG: `file:${log}`,
    },
  })
  await expect.poll(plane.printed).toMatch(/^Probes and metrics are on /m)
  const [, gateway = ''] = /^The gateway listens on (\S+) /m.exec(plane.printed()) ?? []
  const [, admin = ''] = /^Probes and metrics are on (\S+)$/m.exec(plane.printed()) ?? []
  await expect.poll(async () => (await fetch(`${admin}/ready`)).status).toBe(200)
  return { ask, plane, gateway, admin, log }
}

it('workers of a data plane share its port, report what they count, and are all listed', async () => {
  const { ask, plane, gateway, admin, log } = await setUp(3)
  for (let i = 0; i < 30; i++) {
    const response = await fetch(`${gateway}/shop/${i}`, { headers: { Connection: 'close' } })
    expect([response.status, await response.text()]).toEqual([200, `/shop/${i}`])
  }
  const metrics = await (await fetch(`${admin}/metrics`)).text()
  const counts = [...metrics.matchAll(/^signalbox_gateway_requests_total\{worker="(\d)".*\} (\d+)$/gm)]
  expect(counts.map(([, worker]) => worker)).toEqual(['1', '2', '3'])
  expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(30)
  await expect.poll(async () => (await ask('gateway/usage')).totals.requests).toBe(30)
  const planes = async () => (await ask('gateway')).results as { state: string }[]
  await expect.poll(async () => (await planes()).map((one) => one.state)).toEqual(['fresh', 'fresh', 'fresh'])
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n')
  const ids = lines.map((line) => JSON.parse(line).id as string)
  expect(ids).toHaveLength(30)
  expect(await (await fetch(`${admin}/explain/${ids[7]}`)).json()).toMatchObject({ id: ids[7], status: 200 })
  const tail = await fetch(`${admin}/tail`, { headers: { Accept: 'text/event-stream' } })
  const reader = tail.body?.pipeThrough(new TextDecoderStream()).getReader()
  let told = ''
  const reading = (async () => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return
      told += value
    }
  })()
  await expect
    .poll(async () => {
      await fetch(`${gateway}/shop/tailed`, { headers: { Connection: 'close' } })
      return told
    })
    .toContain('/shop/tailed')
  await reader?.cancel()
  await reading
  plane.signal('SIGTERM')
  expect(await plane.ended).toMatchObject({ code: 0, stderr: '' })
})
