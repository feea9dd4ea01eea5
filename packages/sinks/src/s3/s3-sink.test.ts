import { gunzipSync } from 'node:zlib'
import { describeSink } from '@signalbox/testing'
import type { S3StandIn } from '@signalbox/testing/s3'
import { expect, it } from 'vitest'
import { never, startBucket } from './s3.fixture.ts'
import { s3Sink } from './s3-sink.ts'

const eventOf = (_id: number) => ({
  _id,
  type: 'FEATURE_UPDATED',
  key: `key:${_id}`,
  domain: 'Feature' as const,
  payload: { id: `key:${_id}` },
  timestamp: '2026-01-01T00:00:00.000',
})

/** The lines of all objects of the log, in the order of their names. */
const linesIn = ({ objects }: S3StandIn): string[] =>
  [...objects.keys()].sort().flatMap((key) =>
    gunzipSync(objects.get(key)?.body ?? Buffer.of())
      .toString()
      .split('\n')
      .slice(0, -1),
  )

describeSink(
  'to S3',
  async () => {
    const { s3, access } = await startBucket()
    return {
      open: () => s3Sink(access),
      readAll: async () => linesIn(s3).map((text) => ({ id: (JSON.parse(text) as { _id: number })._id, text })),
      async appendUnacknowledged(events, after) {
        s3.fault = (method) => (method === 'PUT' ? 'unanswered' : undefined)
        await s3Sink(access)
          .append(events, after, never)
          .then(
            () => expect.unreachable('the append was acknowledged'),
            () => {},
          )
        s3.fault = () => undefined
      },
      async stall() {
        s3.fault = () => 'stalled'
        return () => {
          s3.fault = () => undefined
        }
      },
    }
  },
  { isExact: true },
)

it('objects are named by their first event, so that names sort like events', async () => {
  const { s3, access } = await startBucket()
  const sink = s3Sink(access)
  await sink.append([eventOf(9), eventOf(10)], 0, never)
  await sink.append([eventOf(11), eventOf(5_000_000_000)], 10, never)
  expect([...s3.objects.keys()]).toEqual(['prod/log/0000000000000009.ndjson.gz', 'prod/log/0000000000000011.ndjson.gz'])
})

it.each(['izanami', 'cloudevents'] as const)('events in the format %s tell the position', async (format) => {
  const { access } = await startBucket()
  await s3Sink({ ...access, format }).append([eventOf(7), eventOf(8)], 0, never)
  expect(await s3Sink({ ...access, format }).position(never)).toBe(8)
})

it('the position of a log of thousands of objects takes few requests', async () => {
  const { s3, access } = await startBucket()
  const { objects } = s3
  await s3Sink(access).append([eventOf(1)], 0, never)
  const [first] = objects.values()
  for (let id = 2; id <= 25_000; id++)
    objects.set(`prod/log/${String(1_700_000_000_000_000 + id).padStart(16, '0')}.ndjson.gz`, first as never)
  const last = '9000000000000000'
  await s3Sink({ ...access, url: 's3://signalbox/other' }).append([eventOf(Number(last))], 0, never)
  objects.set(`prod/log/${last}.ndjson.gz`, objects.get(`other/log/${last}.ndjson.gz`) as never)
  const before = s3.requests.length
  expect(await s3Sink(access).position(never)).toBe(Number(last))
  expect(s3.requests.length - before).toBeLessThan(60)
})

it('what is not an object of the log is told, and appends nothing', async () => {
  const { s3, access } = await startBucket()
  s3.objects.set('prod/log/0000000000000003.ndjson.gz', { body: Buffer.from('text'), etag: '"x"', at: 0 })
  await expect(s3Sink(access).append([eventOf(4)], 3, never)).rejects.toThrow(
    'The position of s3://signalbox/prod is unknown, because of log/0000000000000003.ndjson.gz: it is not an object of the log',
  )
})

it.each(['https://bucket', 's3://', 's3://Bucket', 's3://bucket/../other', 's3://bucket/a//b', ''])(
  'the address %j is invalid',
  async (url) => {
    const { access } = await startBucket()
    expect(() => s3Sink({ ...access, url })).toThrow('expected s3://bucket or s3://bucket/prefix')
  },
)
