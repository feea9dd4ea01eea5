import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { json, startControlPlane, startDataPlane, temporaryFolder } from '../fixtures/data-plane.fixture.ts'

const KILLS = 10
const CONNECTIONS = 8
/** How long usage may wait for its disk: a second until it is written, and the write. */
const UNWRITTEN_MS = 1500
const slot = {
  plugin: 'cp:gateway.next.plugins.ExperimentSplit',
  config: {
    experiment: 'button',
    client: { from: 'header', name: 'X-Client' },
    backends: { A: 'main', B: 'main' },
    displayed: true,
  },
}
const experiment = {
  ...{ id: 'button', name: 'button', enabled: true },
  variants: ['A', 'B'].map((name) => ({ id: name, name, traffic: 0.5 })),
}

/** Clients that send one request after the other, and count what was answered. */
function load() {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  onTestFinished(() => agent.destroy())
  let sent = 0
  let answered = 0
  const send = (url: string) =>
    new Promise<number | undefined>((resolve) => {
      request(url, { agent, headers: { 'X-Client': `client-${++sent % 100}` } }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
        response.on('error', () => resolve(undefined))
      })
        .on('error', () => resolve(undefined))
        .end()
    })
  return {
    sent: () => sent,
    answered: () => answered,
    /** Sends until `stop` is called. Resolves with the requests per millisecond when the last one has ended. */
    run(url: string) {
      let isStopped = false
      const [begin, before] = [performance.now(), answered]
      const work = async () => {
        while (!isStopped) if ((await send(url)) === 200) answered++
      }
      const done = Promise.all(Array.from({ length: CONNECTIONS }, work))
      return {
        async stop() {
          isStopped = true
          await done
          return (answered - before) / (performance.now() - begin)
        },
      }
    },
  }
}

it(`loses at most what it served in a second per kill, and counts nothing twice, over ${KILLS} kills`, async () => {
  const control = await startControlPlane({ SIGNALBOX_ASSIGNMENT: 'hash' })
  const backend = await startBackend((_, response) => response.end('here'))
  await control.ask('experiments', json(experiment))
  const flows = [{ id: 'split', plugins: { slots: [slot] } }]
  const routes = [{ id: 'all', name: 'All', backend: 'main', flow_ref: 'split', frontend: { paths: ['/'] } }]
  await control.publish(apiTo(backend, { flows, routes }))
  const folder = await temporaryFolder()
  const clients = load()
  let mayBeLost = 0

  async function servingPlane() {
    const plane = await startDataPlane(control, { args: ['--state', folder] })
    const ready = async () => (await fetch(`${plane.admin}/ready`)).status
    await expect.poll(ready, { timeout: 20_000 }).toBe(200)
    return plane
  }
  const usage = async () => (await control.ask('gateway/usage')).totals.requests as number
  const displayed = async () => {
    const { results } = await control.ask('experiments/button/results')
    return results.reduce((sum: number, one: { displayed: number }) => sum + one.displayed, 0) as number
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const plane = await servingPlane()
    const running = clients.run(`${plane.gateway}/shop`)
    const goal = clients.answered() + 300 + kill * 130
    await expect.poll(clients.answered, { timeout: 30_000 }).toBeGreaterThan(goal)
    plane.signal('SIGKILL')
    await plane.ended
    mayBeLost += UNWRITTEN_MS * (await running.stop()) + CONNECTIONS
  }

  const last = await servingPlane()
  const unsent = async () => {
    const metrics = await (await fetch(`${last.admin}/metrics`)).text()
    return /^signalbox_gateway_usage_unsent (\d+)$/m.exec(metrics)?.[1]
  }
  await expect.poll(unsent, { timeout: 30_000, interval: 200 }).toBe('0')
  let before: number[] = []
  const settled = async () => {
    const now = [await usage(), await displayed()]
    const isSettled = String(now) === String(before)
    before = now
    return isSettled
  }
  await expect.poll(settled, { timeout: 30_000, interval: 1500 }).toBe(true)

  const [counted, shown] = [await usage(), await displayed()]
  const told = { answered: clients.answered(), sent: clients.sent(), counted, shown, mayBeLost }
  // Requests that were answered, but whose clients saw the connection end, count as well.
  expect(counted, JSON.stringify(told)).toBeLessThanOrEqual(clients.answered() + KILLS * CONNECTIONS)
  expect(shown, JSON.stringify(told)).toBeLessThanOrEqual(clients.answered() + KILLS * CONNECTIONS)
  expect(clients.answered() - counted, JSON.stringify(told)).toBeLessThanOrEqual(mayBeLost)
  expect(clients.answered() - shown, JSON.stringify(told)).toBeLessThanOrEqual(mayBeLost)
}, 300_000)
