import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { start } from '../fixtures/command.fixture.ts'
import { json, startControlPlane, startDataPlane, temporaryFolder } from '../fixtures/data-plane.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'

const plan = { id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' }
const secretOfPlan = 'the secret with which tokens are signed'
const tokens = {
  ...{ id: 'tokens', status: 'published', access_mode_configuration_type: 'jwt' },
  access_mode_configuration: { secret: secretOfPlan },
}

const statusOf = async (url: string, headers = {}): Promise<number> => {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  return response.status
}

describe('signalbox gateway', () => {
  it('serves what its control plane publishes, and is listed there with its revision', async () => {
    const control = await startControlPlane()
    const { gateway, admin, printed } = await startDataPlane(control)
    expect(printed()).toContain(`The gateway listens on ${gateway} and follows ${control.url}`)
    await control.publish(apiTo(await startBackend()))
    await expect.poll(() => statusOf(`${gateway}/shop`)).toBe(200)
    await expect.poll(printed).toContain(`from ${control.url}`)
    expect(await statusOf(`${admin}/ready`)).toBe(200)
    const listed = () => control.ask('gateway')
    await expect.poll(listed).toMatchObject({ results: [{ state: 'fresh', routes: 1, lag: 0 }] })
    expect(await (await fetch(`${admin}/metrics`)).text()).toMatch(/^signalbox_gateway_config_revision [1-9]/m)
    const explained = await fetch(`${admin}/explain`, json({ url: `${gateway}/shop` }))
    expect(await explained.json()).toMatchObject({ outcome: 'route', route: 'shop:all' })
  })

  it('is cold without anything to serve: 503, and not ready', async () => {
    const { gateway, admin } = await startDataPlane({ url: 'http://127.0.0.1:9', key: 'sbxg_edge_word' })
    const response = await fetch(`${gateway}/shop`, { headers: { Accept: 'application/json' } })
    expect([response.status, await response.json()]).toMatchObject([503, { 'gateway-cause': 'errors.gateway.cold' }])
    expect(await statusOf(`${admin}/ready`)).toBe(503)
  })

  it('never passes the session cookie of the dashboard on', async () => {
    const control = await startControlPlane()
    await control.publish(apiTo(await startBackend(({ headers }, response) => response.end(headers.cookie))))
    const { gateway } = await startDataPlane(control)
    await expect.poll(() => statusOf(`${gateway}/shop`)).toBe(200)
    const Cookie = 'a=b; signalbox_session=secret; __Host-signalbox_session=secret; c=d'
    expect(await (await fetch(`${gateway}/shop`, { headers: { Cookie } })).text()).toBe('a=b; c=d')
  })

  it('decides features by itself', async () => {
    const control = await startControlPlane()
    const gate = { plugin: 'cp:gateway.next.plugins.FeatureGate', config: { feature: 'express' } }
    const routes = [{ id: 'all', name: 'All', backend: 'main', flow_ref: 'gated', frontend: { paths: ['/'] } }]
    const flows = [{ id: 'gated', plugins: { slots: [gate] } }]
    await control.ask('features', json({ id: 'express', enabled: true, activationStrategy: 'NO_STRATEGY' }))
    await control.publish(apiTo(await startBackend(), { routes, flows }))
    const folder = await temporaryFolder()
    const { gateway, signal, ended } = await startDataPlane(control, { args: ['--state', folder] })
    await expect.poll(() => statusOf(`${gateway}/shop`)).toBe(200)
    await expect.poll(() => readdir(folder)).toContain('flags.txt')
    signal('SIGTERM')
    await ended
    await control.kill()
    const again = await startDataPlane(control, { args: ['--state', folder] })
    await expect.poll(() => statusOf(`${again.gateway}/shop`)).toBe(200)
    again.signal('SIGTERM')
    await again.ended
    const flags = await readFile(join(folder, 'flags.txt'), 'utf8')
    await writeFile(join(folder, 'flags.txt'), flags.replace('"enabled":true', '"enabled":false'))
    const third = await startDataPlane(control, { args: ['--state', folder] })
    await expect.poll(() => readdir(folder)).toContain('flags.txt.broken')
    third.signal('SIGTERM')
    expect((await third.ended).stderr).toContain('flags.txt was changed')
  })

  it.each([
    [[], {}, 1, 'SIGNALBOX_GATEWAY_FROM'],
    [['--from', 'https://signalbox.example.com'], {}, 1, 'SIGNALBOX_GATEWAY_KEY'],
    [
      ['--from', 'http://signalbox.example.com'],
      { SIGNALBOX_GATEWAY_KEY: 'sbxg_edge_word' },
      2,
      'Plain http is accepted',
    ],
  ])('does not start when something is missing or invalid: %j', async (args, env, exit, told) => {
    const { code, stderr } = await start({ args: ['gateway', ...args], env }).ended
    expect([code, stderr]).toEqual([exit, expect.stringContaining(told)])
  })

  it('finishes a slow request on SIGTERM, and exits with 0', async () => {
    const control = await startControlPlane()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    const backend = await startBackend(({ url }, response) => {
      if (url === '/shop/slow') arrive(() => response.end('done'))
      else response.end()
    })
    await control.publish(apiTo(backend))
    const { gateway, signal, ended } = await startDataPlane(control)
    await expect.poll(() => statusOf(`${gateway}/shop`)).toBe(200)
    const slow = fetch(`${gateway}/shop/slow`)
    const finish = await arrived
    signal('SIGTERM')
    await expect.poll(() => statusOf(`${gateway}/shop`).catch(() => 'refused')).toBe('refused')
    finish()
    expect(await (await slow).text()).toBe('done')
    expect((await ended).code).toBe(0)
  })
})

describe('the folder of a data plane', () => {
  /** A folder that a data plane has written, and the secrets that there were. */
  async function written() {
    const control = await startControlPlane()
    const backend = await startBackend()
    const tls = 'the private key of a client certificate'
    const stored = { targets: [{ hostname: '127.0.0.1', port: backend }], tls_config: { key: tls } }
    await control.ask('backends', json({ id: 'stored', name: 'Stored', backend: stored }))
    const documentation = { plans: [plan, tokens] }
    await control.publish(apiTo(backend))
    await control.publish({ ...apiTo(backend, { id: 'guarded', context_path: '/guarded', documentation }) })
    const { credentials } = await control.ask('api-subscriptions', json({ api_ref: 'guarded', plan_ref: 'keys' }))
    const { clientId, clientSecret } = credentials
    const folder = await temporaryFolder()
    const plane = await startDataPlane(control, { args: ['--state', folder] })
    const Authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`
    await expect.poll(() => statusOf(`${plane.gateway}/guarded`, { Authorization })).toBe(200)
    plane.signal('SIGTERM')
    const { stdout, stderr } = await plane.ended
    const secrets = [tls, secretOfPlan, clientSecret, control.key, known.adminPassword, known.clientSecret]
    return { control, folder, secrets, output: stdout + stderr, Authorization }
  }

  it('has no secret of the control plane, in any form', async () => {
    const { folder, secrets, output } = await written()
    const files = await readdir(folder)
    expect(files).toContain('snapshot.ndjson.gz')
    for (const name of files) {
      const bytes = await readFile(join(folder, name))
      const texts = [output, bytes.toString('latin1'), name.endsWith('.gz') ? gunzipSync(bytes).toString() : '']
      for (const secret of secrets)
        for (const coding of ['utf8', 'base64', 'base64url', 'hex'] as const) {
          // Without what depends on the letters before and after it.
          const form = Buffer.from(secret).toString(coding).replace(/=*$/, '')
          for (const text of texts) expect(text.includes(form), `${name} has a secret as ${coding}`).toBe(false)
        }
    }
  })

  it('lets a data plane start while the control plane is away, with the same consumers', async () => {
    const { control, folder, Authorization } = await written()
    await control.kill()
    const plane = await startDataPlane(control, { args: ['--state', folder] })
    await expect.poll(plane.printed).toContain(`from ${folder}: ${control.url} has not responded yet`)
    expect(await statusOf(`${plane.gateway}/guarded`, { Authorization })).toBe(200)
    expect(await statusOf(`${plane.gateway}/guarded`)).toBe(401)
    await control.restart()
    await expect.poll(plane.printed).toMatch(new RegExp(`^The gateway serves .* from ${control.url}$`, 'm'))
  })

  it('is not used where anything in it was changed', async () => {
    const { control, folder } = await written()
    await control.kill()
    const path = join(folder, 'snapshot.ndjson.gz')
    const good = `${path}.good`
    await copyFile(path, good)
    const lines = gunzipSync(await readFile(good))
      .toString()
      .split('\n')
    const [first = '', second = '', third = '', ...rest] = lines
    const broken: readonly [string, Uint8Array, string?][] = [
      ['truncated', (await readFile(good)).subarray(0, 200)],
      ['one byte', gzipSync(lines.join('\n').replace('/guarded', '/guardee'))],
      ['swapped lines', gzipSync([first, third, second, ...rest].join('\n'))],
      ['another key', await readFile(good), 'sbxg_edge_another'],
    ]
    for (const [what, bytes, key = control.key] of broken) {
      await writeFile(path, bytes)
      const plane = await startDataPlane({ ...control, key }, { args: ['--state', folder] })
      await expect.poll(() => readdir(folder), { message: what }).toContain('snapshot.ndjson.gz.broken')
      expect(await statusOf(`${plane.gateway}/guarded`), what).toBe(503)
      plane.signal('SIGTERM')
      expect((await plane.ended).stderr, what).toContain('The kept snapshot snapshot.ndjson.gz is not used')
    }
  })
})
