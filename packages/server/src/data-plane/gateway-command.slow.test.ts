import { describe, expect, it } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { type Start, start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

const json = (body: unknown, method = 'POST') => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** Starts the command with a published API, and waits until the gateway serves it. */
async function serving(backend: number, given: Start = {}) {
  const command = start(given)
  const url = await command.serving
  const [, gateway = ''] = /^The gateway serves published APIs on (\S+)$/m.exec(command.printed()) ?? []
  expect((await call(`${url}/api/apis`, json(apiTo(backend)))).status).toBe(201)
  expect((await call(`${url}/api/apis/shop/deployments`, json({}))).status).toBe(201)
  await expect.poll(async () => (await fetch(`${gateway}/shop`)).status).toBe(200)
  return { ...command, url, gateway }
}

describe('signalbox with a gateway', () => {
  it('serves a published API, logs its requests, and says how they were decided', async () => {
    const { url, gateway, printed } = await serving(await startBackend())
    const answer = await fetch(`${gateway}/shop/orders?page=2`)
    expect([answer.status, await answer.text()]).toEqual([200, '/shop/orders?page=2'])
    expect((await fetch(`${gateway}/other`)).status).toBe(404)
    await expect.poll(() => printed()).toContain('"path":"/shop/orders","status":200')
    const planes = await (await call(`${url}/api/gateway`)).json()
    expect(planes).toMatchObject({ results: [{ state: 'fresh', routes: 1, lag: 0 }] })
    const explained = await call(`${url}/api/gateway/_explain`, json({ url: `${gateway}/shop/orders` }))
    expect(await explained.json()).toMatchObject({ outcome: 'route', route: 'shop:all' })
    await call(`${url}/api/apis/shop`, { method: 'DELETE' })
    await expect.poll(async () => (await fetch(`${gateway}/shop`)).status).toBe(404)
  })

  it('finishes a slow request of the gateway on SIGTERM, refuses others, and exits with 0', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    const backend = await startBackend(({ url }, response) => {
      if (url === '/shop/slow') arrive(() => response.end('done'))
      else response.end()
    })
    const { gateway, signal, ended } = await serving(backend)
    const slow = fetch(`${gateway}/shop/slow`)
    const finish = await arrived
    signal('SIGTERM')
    const outcome = () =>
      fetch(`${gateway}/shop`).then(
        () => 'served',
        () => 'refused',
      )
    await expect.poll(outcome).toBe('refused')
    finish()
    expect(await (await slow).text()).toBe('done')
    expect((await ended).code).toBe(0)
  })

  it('does not start if the chosen port of the gateway is in use', async () => {
    const backend = await startBackend()
    const { code, stdout, stderr } = await start({ env: { SIGNALBOX_GATEWAY_PORT: String(backend) } }).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      `Port ${backend} of 127.0.0.1 is in use: set SIGNALBOX_GATEWAY_PORT to another port, or to off`,
    )
  })

  it('starts without a gateway that is off, and with a port for operators', async () => {
    const env = { SIGNALBOX_GATEWAY_PORT: 'off', SIGNALBOX_ADMIN_PORT: '0' }
    const { serving, printed } = start({ env })
    await serving
    expect(printed()).not.toContain('gateway')
    const [, admin] = /^Probes and metrics are on (\S+)$/m.exec(printed()) ?? []
    expect((await fetch(`${admin}/ready`)).status).toBe(200)
  })
})
