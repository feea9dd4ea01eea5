import { expect, it } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { start } from '../fixtures/command.fixture.ts'
import { json, startControlPlane, startDataPlane } from '../fixtures/data-plane.fixture.ts'
import { readEvents } from '../fixtures/event-reader.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'
import { connect, head } from '../fixtures/raw.fixture.ts'

/** Longer than any test: only a second signal ends it. */
const FOREVER = '300000'

/** The status of a probe, and its body. */
async function probe(url: string) {
  const response = await fetch(url)
  return { status: response.status, retry: response.headers.get('Retry-After'), body: await response.json() }
}
const create = async (url: string, id: string) => (await call(`${url}/api/configs`, json({ id, value: 1 }))).status

function portsOf(printed: string) {
  const [, gateway = ''] = /^The gateway serves published APIs on (\S+)$/m.exec(printed) ?? []
  const [, admin = ''] = /^Probes and metrics are on (\S+)$/m.exec(printed) ?? []
  return { gateway, admin }
}

it('a server that drains serves everything, while its probes say that it stops; a second signal ends it', async () => {
  const env = { SIGNALBOX_DRAIN_MS: FOREVER, SIGNALBOX_ADMIN_PORT: '0', SIGNALBOX_GATEWAY_PORT: '0' }
  const { serving, printed, signal, ended } = start({ env })
  const url = await serving
  await expect.poll(printed).toMatch(/^Probes and metrics are on /m)
  const { gateway, admin } = portsOf(printed())
  await call(`${url}/api/apis`, json(apiTo(await startBackend())))
  await call(`${url}/api/apis/shop/deployments`, json({}))
  await expect.poll(async () => (await fetch(`${gateway}/shop`)).status).toBe(200)
  const reader = readEvents(url, { path: '/api/events/Config' })
  await reader.open
  const kept = await connect(url)
  const isKept = () => kept.send(head('GET', '/api/_live'))
  isKept()
  expect(await kept.until(/\{"status":"up"\}/)).not.toMatch(/^Connection: close/im)
  expect((await probe(`${url}/api/_ready`)).status).toBe(200)

  signal('SIGTERM')
  await expect.poll(async () => (await probe(`${admin}/ready`)).status).toBe(503)
  expect(await probe(`${admin}/ready`)).toMatchObject({ retry: '1', body: { status: 'stopping' } })
  expect(await probe(`${url}/api/_ready`)).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('shutting down') },
  })
  for (const path of [`${admin}/live`, `${admin}/startup`, `${url}/api/_live`])
    expect((await probe(path)).status).toBe(200)
  expect(await create(url, 'late')).toBe(201)
  await reader.until(1)
  isKept()
  expect(await kept.closed).toMatch(/Connection: close[\s\S]*\{"status":"up"\}$/)
  const served = await fetch(`${gateway}/shop/orders`)
  expect([served.status, served.headers.get('Connection')]).toEqual([200, 'close'])

  signal('SIGTERM')
  expect((await ended).code).toBe(1)
})

it('the shutdown follows the drain: streams end with it, and the process exits with 0', async () => {
  const { serving, signal, ended } = start({ env: { SIGNALBOX_DRAIN_MS: '3000' } })
  const url = await serving
  const reader = readEvents(url, { path: '/api/events/Config' })
  await reader.open
  signal('SIGTERM')
  await expect.poll(async () => (await probe(`${url}/api/_ready`)).status).toBe(503)
  await create(url, 'late')
  await reader.until(1)
  await reader.ended
  expect((await ended).code).toBe(0)
})

it.each(['1', '2'])('a data plane of %s processes drains the same way', async (workers) => {
  const control = await startControlPlane()
  await control.publish(apiTo(await startBackend()))
  const env = { SIGNALBOX_DRAIN_MS: FOREVER, SIGNALBOX_GATEWAY_WORKERS: workers }
  const { gateway, admin, signal, ended } = await startDataPlane(control, { env })
  const fresh = () => fetch(`${gateway}/shop`)
  await expect.poll(async () => (await probe(`${admin}/ready`)).status).toBe(200)
  await expect.poll(async () => (await fresh()).status).toBe(200)
  expect((await fresh()).headers.get('Connection')).toBe('keep-alive')
  signal('SIGTERM')
  await expect.poll(async () => (await probe(`${admin}/ready`)).body).toMatchObject({ status: 'stopping' })
  await expect.poll(async () => (await fresh()).headers.get('Connection')).toBe('close')
  for (let i = 0; i < 8; i++) expect((await fresh()).status).toBe(200)
  signal('SIGTERM')
  expect((await ended).code).toBe(1)
})
