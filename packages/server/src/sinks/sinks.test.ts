import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { startS3 } from '@signalbox/testing/s3'
import { expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'
import { checkSettings, readSettings } from '../settings/read-settings.ts'
import { openSinks } from './open-sinks.ts'

const settings = checkSettings({ s3AccessKeyId: 'id', s3SecretAccessKey: 'hunter2' })
const audit = { id: 'audit', to: 's3://audit/log' }
const opened = (more: object) => openSinks([{ ...audit, ...more }], { environment: {}, settings })

it('sinks are read from JSON, and from the config file', () => {
  const fromFile = readSettings({}, { path: 'c.yaml', values: { sinks: [audit] } })
  expect(fromFile).toMatchObject({ settings: { sinks: [audit] }, problems: [] })
  expect(readSettings({ SIGNALBOX_SINKS: JSON.stringify([audit]) }).settings.sinks).toEqual([audit])
  expect(readSettings({}).settings.sinks).toEqual([])
})

it.each([
  ['no JSON', 'not json'],
  ['no list', '{}'],
  ['a sink without an id', '[{"to":"s3://audit"}]'],
  ['an address without a scheme', '[{"id":"a","to":"ann:hunter2@127.0.0.1"}]'],
  ['two sinks with one id', JSON.stringify([audit, audit])],
])('%s is an error that shows no value', (_, text) => {
  const { problems } = readSettings({ SIGNALBOX_SINKS: text })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^SIGNALBOX_SINKS is invalid: expected a JSON list of sinks/)
  expect(problems[0]).not.toContain('hunter2')
})

it.each([
  [
    { to: 'mqtt://127.0.0.1' },
    /^The sink audit has an address with the unknown scheme mqtt: expected kafka, redis, rediss, nats, natss, rabbitmq-stream, rabbitmq-stream\+tls, amqp, amqps, s3$/,
  ],
  [{ patern: ['shop:*'] }, /^The sink audit has the unknown option patern \(did you mean patterns\?\)$/],
  [{ format: 'avro' }, /^The sink audit has the unknown format avro: expected signalbox, izanami, cloudevents$/],
  [
    { domains: 'Feature' },
    /^The option domains of the sink audit is invalid: expected a list of texts, such as \["Feature"\]$/,
  ],
])('%j is an error that says what to do', async (more, message) => {
  await expect(opened(more)).rejects.toThrow(message)
})

it('a bucket without credentials is an error', async () => {
  const opening = openSinks([audit], { environment: {}, settings: checkSettings({}) })
  await expect(opening).rejects.toThrow('set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
})

it('a server copies its log to a bucket that is away at the start, in the chosen format', async () => {
  const key = { accessKeyId: 'test', secretAccessKey: randomUUID(), region: 'eu-west-1' }
  const s3 = await startS3({ ...key, bucket: 'audit' })
  onTestFinished(() => s3.close())
  let isAway = true
  s3.fault = () => (isAway ? 503 : undefined)
  const server = await createServer({
    ...{ ...known, port: 0, store: 'memory:', report: () => {} },
    ...{ s3AccessKeyId: key.accessKeyId, s3SecretAccessKey: key.secretAccessKey, s3Region: key.region },
    ...{ s3Endpoint: s3.endpoint, sinks: [{ ...audit, domains: ['Feature'], format: 'cloudevents' }] },
  })
  onTestFinished(() => server.close())
  await server.box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  await expect.poll(async () => (await server.box.sinks.list()).results).toMatchObject([{ state: 'retrying' }])
  isAway = false
  await expect.poll(() => s3.objects.size).toBe(1)
  const [object] = s3.objects.values()
  const text = gunzipSync(object?.body ?? '').toString()
  expect(JSON.parse(text)).toMatchObject({ specversion: '1.0', type: 'signalbox.FEATURE_CREATED', subject: 'a' })
  await expect
    .poll(async () => (await server.box.sinks.list()).results)
    .toMatchObject([{ id: 'audit', kind: 's3', state: 'running', behind: 0 }])
})
