import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { silentProxy } from '@signalbox/test-postgres'
import { expect, it, onTestFinished } from 'vitest'
import { json, startControlPlane, temporaryFolder } from '../fixtures/data-plane.fixture.ts'
import { importing } from '../fixtures/importing.fixture.ts'

const KILLS = process.env.SIGNALBOX_SOAK ? 50 : 20
/** The latest kill after a data plane serves, in milliseconds. */
const LATEST = 1500
const missing = [404, 'errors.service.not.found']
const prefix = 'cp:gateway.next.plugins.'

function startPlane(...args: readonly string[]) {
  const program = fileURLToPath(new URL('./killed-features.fixture.ts', import.meta.url))
  const flags = [...importing, '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { printed: () => printed, ended, kill }
}

it(`has the feature of each gate, over ${KILLS} kills and starts without a control plane that responds`, {
  timeout: 600_000,
}, async () => {
  const control = await startControlPlane()
  const way = await silentProxy(control.url)
  onTestFinished(() => way.close())
  const folder = await temporaryFolder()
  const plane = [new URL(way.url).origin, control.key, folder] as const

  /** Creates a feature, and publishes an API that is open while the feature is active. */
  async function publish(id: string): Promise<void> {
    const slots = [
      { plugin: `${prefix}FeatureGate`, config: { feature: id } },
      { plugin: `${prefix}StaticResponse`, config: { body: id } },
    ]
    await control.ask('features', json({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }))
    const routes = [{ id: 'all', name: 'All', flow_ref: 'gated', frontend: { paths: ['/'] } }]
    const flows = [{ id: 'gated', plugins: { slots } }]
    await control.publish({ id, name: id, context_path: `/${id}`, routes, flows } as never)
  }

  const kept = new Set<string>()
  for (let kill = 0; kill < KILLS; kill++) {
    const ids = Array.from({ length: kill + 1 }, (_, index) => `feature-${index}`)
    const isPublishedBefore = kill % 2 === 0
    if (isPublishedBefore) await publish(ids[kill] as string)
    const { printed, kill: end } = startPlane(...plane)
    await expect.poll(printed).toBe('serves\n')
    if (kill === 0) await expect.poll(() => readdir(folder)).toContain('snapshot.ndjson.gz')
    if (!isPublishedBefore) await publish(ids[kill] as string)
    // More often early than late.
    await delay(LATEST * (kill / KILLS) ** 2)
    await end()

    way.deafen()
    const next = startPlane(...plane, ...ids.map((id) => `/${id}`))
    await next.ended
    const told: unknown[] = JSON.parse(next.printed())
    // What was published last may be missing, but not its feature alone; and what was there stays.
    for (const [index, id] of ids.entries()) {
      expect(kept.has(id) ? [[200, id]] : [[200, id], missing]).toContainEqual(told[index])
      if (String(told[index]) !== String(missing)) kept.add(id)
    }
    way.deafen(false)
  }
  // In every other round they were there when their data plane started.
  expect(kept.size).toBeGreaterThan(KILLS / 4)
})
