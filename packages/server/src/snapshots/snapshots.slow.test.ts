import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type S3StandIn, startS3 } from '@signalbox/testing/s3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { type Start, start } from '../fixtures/command.fixture.ts'
import { json, temporaryFolder } from '../fixtures/data-plane.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

const BUCKET = 's3://signalbox/prod'

/** A bucket, and the settings of commands that use it. */
async function startBucket() {
  const key = { accessKeyId: 'test', secretAccessKey: randomUUID(), region: 'eu-west-1' }
  const s3 = await startS3({ ...key, bucket: 'signalbox' })
  onTestFinished(() => s3.close())
  return {
    s3,
    env: {
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
      AWS_REGION: key.region,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
      SIGNALBOX_SNAPSHOT_KEY: randomUUID() + randomUUID(),
    },
  }
}

async function storeUrl(): Promise<string> {
  return `sqlite:${join(await temporaryFolder(), 'signalbox.db')}`
}

/** Runs a command to its end. */
async function run(args: readonly string[], env: Start['env'] = {}) {
  const { code, stdout, stderr } = await start({ args, env }).ended
  return { code, stdout: stdout.trim(), stderr: stderr.trim() }
}

const latestIn = ({ objects }: S3StandIn): { revision: number } | undefined => {
  const object = objects.get('prod/latest.json')
  return object && JSON.parse(Buffer.from(object.body).toString())
}

const feature = (id: string) => json({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })

describe('snapshots in a bucket', () => {
  it('are written by a server, and restored into an empty store', { timeout: 300_000 }, async () => {
    const { s3, env } = await startBucket()
    const store = { SIGNALBOX_STORE: await storeUrl() }
    const server = start({ env: { ...env, ...store, SIGNALBOX_SNAPSHOT_TO: BUCKET, SIGNALBOX_GATEWAY_PORT: 'off' } })
    const url = await server.serving
    await expect.poll(() => latestIn(s3)).toBeDefined()
    await call(`${url}/api/features`, feature('shop:express'))
    await call(
      `${url}/api/webhooks`,
      json({ clientId: 'ci', callbackUrl: 'https://ci.example/', headers: { 'X-Token': 'token-1' } }),
    )
    const before = latestIn(s3)?.revision ?? 0
    server.signal('SIGTERM')
    expect((await server.ended).code).toBe(0)

    expect(await run(['snapshot', '--to', BUCKET], { ...env, ...store })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Wrote the snapshot of revision \d+ to s3:\/\/signalbox\/prod$/),
    })
    expect(latestIn(s3)?.revision).toBeGreaterThan(before)
    expect((await run(['snapshot', '--to', BUCKET], { ...env, ...store })).stdout).toMatch(/nothing has changed since$/)
    const files = [...s3.objects].filter(([name]) => name.endsWith('.gz'))
    for (const [, { body }] of files) expect(gunzipSync(body).toString()).not.toContain('token-1')

    const restored = { ...env, SIGNALBOX_STORE: await storeUrl() }
    expect(await run(['import', BUCKET], restored)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('refused 0'),
    })
    const copy = await run(['export'], restored)
    const original = await run(['export'], { ...env, ...store })
    const recordsOf = (text: string) =>
      text
        .split('\n')
        .filter((line) => /"kind":"(features|webhooks|apikeys)"/.test(line))
        .sort()
    expect(recordsOf(copy.stdout)).toEqual(recordsOf(original.stdout))
    expect(copy.stdout).toContain('token-1')
  })

  it('feed a data plane, which follows them and outlives the bucket', { timeout: 300_000 }, async () => {
    const { s3, env } = await startBucket()
    const store = { SIGNALBOX_STORE: await storeUrl() }
    const server = start({ env: { ...store, SIGNALBOX_GATEWAY_PORT: 'off' } })
    const url = await server.serving
    const backend = await startBackend()
    await call(`${url}/api/features`, feature('shop:open'))
    const gate = { plugin: 'cp:gateway.next.plugins.FeatureGate', config: { feature: 'shop:open' } }
    await call(`${url}/api/apis`, json(apiTo(backend)))
    await call(`${url}/api/apis`, json(apiTo(backend, { id: 'gone', context_path: '/gone' })))
    await call(
      `${url}/api/apis`,
      json(
        apiTo(backend, {
          id: 'gated',
          context_path: '/gated',
          flows: [{ id: 'f', plugins: { slots: [gate] } }],
          routes: [{ id: 'all', name: 'All', backend: 'main', flow_ref: 'f', frontend: { paths: ['/'] } }],
        }),
      ),
    )
    for (const id of ['shop', 'gone', 'gated'])
      expect((await call(`${url}/api/apis/${id}/deployments`, json({}))).status).toBe(201)
    const snapshot = async () =>
      expect(await run(['snapshot', '--to', BUCKET], { ...env, ...store })).toMatchObject({ code: 0, stderr: '' })
    await snapshot()

    const folder = await temporaryFolder()
    const plane = (more: Start['env'] = {}) =>
      start({
        args: ['gateway', '--from', BUCKET, '--state', folder],
        env: { ...env, SIGNALBOX_GATEWAY_PORT: '0', SIGNALBOX_GATEWAY_LOG: 'off', ...more },
      })
    const addressOf = async ({ printed }: ReturnType<typeof start>) => {
      await expect.poll(printed).toMatch(/^The gateway serves \d routes of revision \d+ from /m)
      return /^The gateway listens on (\S+) /m.exec(printed())?.[1] ?? ''
    }
    const first = plane()
    const at = await addressOf(first)
    const statusOf = async (path: string, base = at) => (await fetch(base + path)).status
    expect([await statusOf('/shop'), await statusOf('/gone'), await statusOf('/gated')]).toEqual([200, 200, 200])

    await call(`${url}/api/apis/gone`, { method: 'DELETE' })
    await call(
      `${url}/api/features/shop:open`,
      json({ id: 'shop:open', enabled: false, activationStrategy: 'NO_STRATEGY' }, 'PUT'),
    )
    await snapshot()
    await expect.poll(() => statusOf('/gone')).toBe(404)
    await expect.poll(() => statusOf('/gated')).toBe(404)
    expect(await statusOf('/shop')).toBe(200)

    await s3.close()
    await expect.poll(first.errors).toContain(`${BUCKET} cannot be reached`)
    expect(await statusOf('/shop')).toBe(200)
    first.signal('SIGTERM')
    await first.ended
    const second = await addressOf(plane())
    expect([await statusOf('/shop', second), await statusOf('/gone', second)]).toEqual([200, 404])
  })

  it.each<[args: readonly string[], changed: Start['env'], sentence: string]>([
    [['snapshot'], {}, 'use --to s3://BUCKET/PREFIX, or set SIGNALBOX_SNAPSHOT_TO'],
    [
      ['snapshot', '--to', BUCKET],
      { SIGNALBOX_SNAPSHOT_KEY: '' },
      `The key of the snapshots in ${BUCKET} is missing: set SIGNALBOX_SNAPSHOT_KEY`,
    ],
    [
      ['snapshot', '--to', BUCKET],
      { SIGNALBOX_SNAPSHOT_KEY: 'short' },
      'SIGNALBOX_SNAPSHOT_KEY is invalid: expected a random text of at least 32 characters, or $NAME',
    ],
    [['snapshot', '--to', BUCKET], { AWS_ACCESS_KEY_ID: '' }, 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    [
      ['snapshot', '--to', BUCKET],
      { AWS_SECRET_ACCESS_KEY: 'another' },
      '403 SignatureDoesNotMatch: check the credentials, the region and the rights of the key',
    ],
    [['import', BUCKET], {}, 'there is none yet; signalbox snapshot writes one'],
    [['gateway', '--from', BUCKET], { SIGNALBOX_SNAPSHOT_KEY: '' }, `The key of the snapshots in ${BUCKET} is missing`],
  ])('%j says what is missing or wrong', async (args, changed, sentence) => {
    const { env } = await startBucket()
    const { code, stderr } = await run(args, { ...env, SIGNALBOX_STORE: await storeUrl(), ...changed })
    expect(stderr).toContain(sentence)
    expect(code).not.toBe(0)
    expect(stderr).not.toContain(env.AWS_SECRET_ACCESS_KEY)
  })
})
