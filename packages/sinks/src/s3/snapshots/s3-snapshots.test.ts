import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { feature, never, startSnapshots } from '../s3.fixture.ts'
import { keepSnapshots } from './keep-snapshots.ts'
import type { StoredSnapshot } from './s3-snapshots.ts'
import type { Writing } from './write-snapshot.ts'

async function collect(snapshot: StoredSnapshot | undefined): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const line of snapshot?.records() ?? []) all.push(line)
  return all
}

const name = (revision: number) => `snapshots/${String(revision).padStart(16, '0')}.ndjson.gz`

it('a snapshot has all records, and is named by latest.json', async () => {
  const { box, write, reader, names, textOf } = await startSnapshots()
  await box.features.create({ body: feature('shop:express') })
  await box.configs.create({ body: { id: 'shop:limit', type: 'number', value: 10 } })
  expect(await write()).toEqual({ state: 'written', revision: 2, bytes: expect.any(Number) })
  expect(names()).toEqual(['latest.json', name(2)])
  expect(JSON.parse(textOf('latest.json'))).toEqual({
    revision: 2,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: expect.any(String),
  })
  const snapshot = await reader().newest(undefined, never)
  expect(snapshot).toMatchObject({ revision: 2, settings: { timeZone: 'UTC', bucketing: 'murmur3' } })
  expect(await collect(snapshot)).toMatchObject([
    { kind: 'features', record: { id: 'shop:express' } },
    { kind: 'configs', record: { id: 'shop:limit', value: 10 } },
  ])
})

it('nothing is written while nothing changes', async () => {
  const { box, s3, write } = await startSnapshots()
  await box.features.create({ body: feature('a') })
  await write()
  const before = s3.requests.length
  expect(await write()).toEqual({ state: 'unchanged', revision: 1 })
  expect(s3.requests.slice(before)).toEqual(['GET prod/latest.json 200'])
})

it('secrets are sealed, and read back', async () => {
  const { box, write, reader, s3 } = await startSnapshots()
  await box.webhooks.create({
    body: { clientId: 'ci', callbackUrl: 'https://ci.example/', headers: { 'X-Token': 'token-1' } },
  })
  await box.configs.create({ body: { id: 'db', value: { password: 'password-2' } } })
  await box.apiKeys.create({ body: { clientId: 'shop', name: 'Shop', clientSecret: 'secret of this test' } })
  await box.backends.create({ body: { id: 'b', backend: { targets: [{ hostname: 'one.example' }] } } as never })
  await write()
  const text = gunzipSync(s3.objects.get(`prod/${name(4)}`)?.body ?? Buffer.of()).toString()
  for (const secret of [
    'token-1',
    'password-2',
    'hmac-sha256',
    'secret of this test',
    Buffer.alloc(32, 7).toString('base64url'),
  ])
    expect(text).not.toContain(secret)
  const snapshot = await reader().newest(undefined, never)
  const all = JSON.stringify(await collect(snapshot))
  for (const secret of ['token-1', 'password-2', 'hmac-sha256']) expect(all).toContain(secret)
})

it('readers ask with the ETag, and read what is new once', async () => {
  const { box, s3, write, reader } = await startSnapshots()
  await box.features.create({ body: feature('a') })
  await write()
  const from = reader()
  expect((await from.newest(undefined, never))?.revision).toBe(1)
  const before = s3.requests.length
  expect(await from.newest(1, never)).toBeUndefined()
  expect(s3.requests.slice(before)).toEqual(['GET prod/latest.json 304'])
  // Another follower of the same process gets what was read.
  expect((await from.newest(undefined, never))?.revision).toBe(1)
  await box.features.create({ body: feature('b') })
  await write()
  expect((await from.newest(1, never))?.revision).toBe(2)
  expect(s3.requests.filter((one) => one.startsWith(`GET prod/snapshots/`))).toHaveLength(2)
})

it.each<[what: string, key: string, sentence: RegExp]>([
  ['no key', '', /key of snapshots is missing: set SIGNALBOX_SNAPSHOT_KEY/],
  ['a short key', 'short', /SIGNALBOX_SNAPSHOT_KEY must have at least 32 characters/],
  ['another key', 'x'.repeat(40), /written under another key: set SIGNALBOX_SNAPSHOT_KEY to that of the writer/],
])('readers with %s are told what to do', async (_, key, sentence) => {
  const { box, write, reader } = await startSnapshots()
  await box.features.create({ body: feature('a') })
  await write()
  await expect(reader(key).newest(undefined, never)).rejects.toThrow(sentence)
})

it('an empty bucket is told', async () => {
  const { reader } = await startSnapshots()
  await expect(reader().newest(undefined, never)).rejects.toThrow(
    's3://signalbox/prod/latest.json is not used: there is none yet; signalbox snapshot writes one',
  )
})

/** Changes a stored snapshot, and names the changed file in latest.json where `isNamed`. */
const spoiled: readonly [what: string, change: (bytes: Buffer) => Buffer, isNamed: boolean, sentence: string][] = [
  ['truncated', (bytes) => bytes.subarray(0, bytes.length / 2), false, 'it was changed, or is truncated'],
  ['empty', () => Buffer.of(), false, 'it was changed, or is truncated'],
  [
    'truncated and named',
    (bytes) => bytes.subarray(0, bytes.length / 2),
    true,
    'it is truncated, or is not a snapshot',
  ],
  [
    'changed and named',
    edited((text) => text.replace('"shop:express"', '"shop:closed"')),
    true,
    'it was changed after it was written',
  ],
  [
    'without a record and named',
    edited((text) => text.replace(/^.*shop:express.*\n/m, '')),
    true,
    'it was changed after it was written',
  ],
  [
    'without its end and named',
    edited((text) => text.split('\n').slice(0, -2).concat('').join('\n')),
    true,
    'its last line is missing',
  ],
  [
    'of another revision and named',
    edited((text) => text.replace('"revision":2', '"revision":3')),
    true,
    'it was changed after it was written',
  ],
  ['something else and named', edited(() => '{"a":1}\n'), true, 'it is not a snapshot of Signalbox'],
  [
    'of a later version and named',
    edited((text) => text.replace('"format":1', '"format":2')),
    true,
    'a newer version wrote it, in the format 2',
  ],
]

function edited(edit: (text: string) => string) {
  return (bytes: Buffer): Buffer => gzipSync(edit(gunzipSync(bytes).toString()))
}

it.each(spoiled)('a snapshot that is %s is refused, and the next one is read', async (_, change, isNamed, sentence) => {
  const { box, s3, write, reader, textOf } = await startSnapshots()
  const from = reader()
  await box.features.create({ body: feature('first') })
  await write()
  expect((await from.newest(undefined, never))?.revision).toBe(1)
  await box.features.create({ body: feature('shop:express') })
  await write()
  const [key, latest] = [`prod/${name(2)}`, 'prod/latest.json']
  const body = change(Buffer.from(s3.objects.get(key)?.body ?? []))
  s3.objects.set(key, { body, etag: '"changed"', at: Date.now() })
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(body))).toString('hex')
  const renamed = Buffer.from(JSON.stringify({ ...JSON.parse(textOf('latest.json')), sha256: digest }))
  if (isNamed) s3.objects.set(latest, { body: renamed, etag: '"renamed"', at: Date.now() })
  for (const _ of [1, 2]) await expect(from.newest(1, never)).rejects.toThrow(sentence)
  await box.features.create({ body: feature('third') })
  await write()
  expect((await from.newest(1, never))?.revision).toBe(3)
})

it('older snapshots and an invalid latest.json are refused', async () => {
  const { box, s3, write, reader } = await startSnapshots()
  const from = reader()
  await box.features.create({ body: feature('a') })
  await write()
  const older = s3.objects.get('prod/latest.json')
  await box.features.create({ body: feature('b') })
  await write()
  expect((await from.newest(undefined, never))?.revision).toBe(2)
  s3.objects.set('prod/latest.json', older as never)
  await expect(from.newest(2, never)).rejects.toThrow('it went back from revision 2 to 1')
  s3.objects.set('prod/latest.json', { body: Buffer.from('{"revision":'), etag: '"half"', at: 0 })
  await expect(from.newest(2, never)).rejects.toThrow('latest.json is invalid: expected revision, sha256 and at')
})

it('a bucket of another store is left alone', async () => {
  const { box, write, open, textOf } = await startSnapshots()
  await box.features.create({ body: feature('a') })
  await box.features.create({ body: feature('b') })
  await write()
  const before = textOf('latest.json')
  const other = open()
  await other.box.features.create({ body: feature('c') })
  await expect(other.writer().write(never)).rejects.toThrow(
    /snapshot of revision 2, and this store is at revision 1.*another prefix/,
  )
  expect(textOf('latest.json')).toBe(before)
})

it('of many writers at once, one writes and the others yield', async () => {
  const { box, write, reader, names } = await startSnapshots()
  for (let revision = 1; revision <= 5; revision++) {
    await box.features.create({ body: feature(`f${revision}`) })
    const ends = await Promise.all(Array.from({ length: 8 }, () => write()))
    expect(ends.filter(({ state }) => state === 'written')).toHaveLength(1)
    expect((await reader().newest(undefined, never))?.revision).toBe(revision)
  }
  expect(names()).toHaveLength(6)
})

it('credentials that are wrong or may not write are told', async () => {
  const { box, s3, write, reader } = await startSnapshots()
  await box.features.create({ body: feature('a') })
  s3.fault = (method) => (method === 'PUT' ? 403 : undefined)
  await expect(write()).rejects.toThrow(/did not let write snapshots.*403.*check the credentials/)
  s3.fault = () => 'lost'
  await expect(reader().newest(undefined, never)).rejects.toThrow(/^s3:\/\/signalbox\/prod cannot be reached/)
})

it('attempts of a process are told with their outcome, and the size of what was written', async () => {
  const outcomes = [
    { state: 'written', revision: 1, bytes: 7 },
    new Error('the bucket is away'),
    { state: 'unchanged', revision: 1 },
  ]
  const told: unknown[] = []
  const duty = { done: (written: unknown) => void told.push(written), failed: () => void told.push('failed') }
  const writer = {
    async write() {
      const outcome = outcomes.shift() ?? { state: 'unchanged', revision: 1 }
      if (outcome instanceof Error) throw outcome
      return outcome as Writing
    },
  }
  const stop = keepSnapshots(writer, { every: 1, report: () => {}, duty })
  await expect.poll(() => told.length).toBeGreaterThan(2)
  await stop()
  expect(told.slice(0, 3)).toEqual([{ bytes: 7 }, 'failed', {}])
})
