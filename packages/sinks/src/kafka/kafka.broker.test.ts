import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ChangeEvent, isEmptied, type Sink } from '@signalbox/core/sinks'
import { hasKafka, type KafkaCluster, startKafka } from '@signalbox/test-brokers'
import { describeSink } from '@signalbox/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { blocksOf, root } from '../../../../.ci/readmes/blocks.ts'
import { importing } from '../importing.fixture.ts'
import { describeKills } from '../publishers.fixture.ts'
import { eventOf, eventsOf, never, range } from './events.fixture.ts'
import { type KafkaSinkOptions, kafkaSink } from './index.ts'
import { readTopic, writeRecords } from './kcat.fixture.ts'
import { publish } from './publish.fixture.ts'

const credentials = { mechanism: 'PLAIN', username: 'flags', password: 'flags-secret' } as const

describe.runIf(hasKafka('kafkaSink'))('kafkaSink', () => {
  let kafka: KafkaCluster
  beforeAll(async () => {
    kafka = await startKafka(1, { user: credentials })
  })
  afterAll(() => kafka.stop())

  const create = (options: Omit<KafkaSinkOptions, 'brokers'> = {}) => {
    const topic = options.topic ?? `t-${randomUUID()}`
    const open = (more: Omit<KafkaSinkOptions, 'brokers'> = {}): Sink => {
      const sink = kafkaSink({ brokers: kafka.brokers, topic, ...options, ...more })
      onTestFinished(() => sink.close())
      return sink
    }
    return { topic, open, read: () => readTopic(kafka.brokers[0]!, topic) }
  }
  const harness = (options: Partial<KafkaSinkOptions>) => () => {
    const topic = `t-${randomUUID()}`
    return {
      open: () => kafkaSink({ brokers: kafka.brokers, topic, ...options }),
      readAll: async () =>
        (await readTopic(kafka.brokers[0]!, topic)).map(({ id, key, text = '' }) => ({ id, key, text })),
      async appendUnacknowledged(events: readonly ChangeEvent[]) {
        const last = events.at(-1)!._id
        const { child, ended } = publish(kafka.brokers, topic, { last, batch: events.length })
        await expect.poll(async () => (await readTopic(kafka.brokers[0]!, topic)).at(-1)?.id).toBe(last)
        child.kill('SIGKILL')
        await ended
      },
      stall: async () => {
        await kafka.nodes[0]!.pause()
        return () => kafka.nodes[0]!.resume()
      },
    }
  }
  describeSink('to Kafka with transactions', harness({}), { isExact: true })

  describeKills({
    kind: 'kafka',
    broker: () => ({ ...kafka.nodes[0]!, url: kafka.brokers[0]! }),
    idsOf: async (topic) => (await readTopic(kafka.brokers[0]!, topic)).map(({ id }) => id),
  })

  it('whose events have all expired cannot tell its position, and takes the next events', async () => {
    const { topic, open, read } = create()
    const sink = open()
    await sink.append(eventsOf(1, 2, 3), 0, never)
    await kafka.empty(topic)
    const position = await open()
      .position(never)
      .catch((error) => error)
    expect(isEmptied(position)).toBe(true)
    expect(position.message).toContain(`all events of the topic ${topic} have expired`)
    const next = open()
    await next.position(never).catch(() => {})
    await next.append(eventsOf(4), 3, never)
    expect(await next.position(never)).toBe(4)
    expect((await read()).map(({ id }) => id)).toEqual([4])
    await expect(sink.append(eventsOf(4, 5), 3, never)).rejects.toThrow('is not at event')
  })

  it.each([
    ['with transactions', {}],
    ['without transactions', { transactions: false }],
  ])('whose topic was deleted is at no event, %s', async (_, options) => {
    const { topic, open, read } = create(options)
    const sink = open()
    await sink.append(eventsOf(1, 2, 3), 0, never)
    await kafka.remove(topic)
    const stranger = open({ transactionalId: `${topic}-other` })
    await expect.poll(() => stranger.position(never).catch(String)).toBe(0) // it has created the topic anew
    // The sink has not noticed: it must not leave the first events out.
    await expect(sink.append(eventsOf(4), 3, never)).rejects.toThrow('is not at event 3')
    expect(await sink.position(never)).toBe(0)
    await sink.append(eventsOf(1, 2, 3, 4), 0, never)
    expect((await read()).map(({ id }) => id)).toEqual([1, 2, 3, 4])
    await kafka.remove(topic)
    await expect.poll(() => sink.position(never).catch(String)).toBe(0)
  })

  describe('the page about Kafka', () => {
    const programs = blocksOf('packages/sinks/docs/kafka.md').filter(({ language }) => language === 'ts')
    mkdirSync(join(root, '.try'), { recursive: true })
    const folder = mkdtempSync(join(root, '.try/kafka-'))
    afterAll(() => rmSync(folder, { recursive: true }))

    it.each(programs)('has a program that prints what it says: $name', async ({ text, output }) => {
      const file = join(folder, `${randomUUID()}.ts`)
      writeFileSync(file, text.replace('127.0.0.1:9092', kafka.brokers[0]!))
      const { stdout } = await promisify(execFile)(process.execPath, [...importing, file])
      expect(stdout).toBe(output)
    })
  })

  it('keeps events in order per key in a topic of several partitions, where the producer of Kafka puts a key', async () => {
    const { topic, open, read } = create({ createTopic: { partitions: 5 } })
    const sink = open()
    for (let from = 1; from < 200; from += 50)
      await sink.append(
        range(from, from + 49).map((id) => ({ ...eventOf(id), key: `shop:${id % 23}` })),
        from - 1,
        never,
      )
    expect(await open().position(never)).toBe(200)
    const records = await read()
    expect(new Set(records.map(({ partition }) => partition)).size).toBe(5)
    const partitionOf = new Map(records.map(({ key, partition }) => [key, partition]))
    for (const [key, partition] of partitionOf) {
      const same = records.filter((record) => record.key === key)
      expect(same.every((record) => record.partition === partition)).toBe(true)
      expect(same.map(({ id }) => id)).toEqual(range(1, 200).filter((id) => `shop:${id % 23}` === key))
    }
    await writeRecords(
      kafka.brokers[0]!,
      topic,
      [...partitionOf.keys()].map((key) => ({ key, value: 'by librdkafka' })),
    )
    const theirs = (await read()).filter(({ text }) => text === 'by librdkafka')
    expect(new Map(theirs.map(({ key, partition }) => [key, partition]))).toEqual(partitionOf)
  })

  it('has the type and the id of events in headers', async () => {
    const { topic, open, read } = create({ format: 'cloudevents', source: 'https://flags.example.com' })
    await open().append([eventOf(7)], 0, never)
    const [record] = await read()
    expect(record?.headers).toEqual({
      ...{ 'signalbox-id': '7', 'signalbox-type': 'FEATURE_UPDATED', 'signalbox-sink': `signalbox-${topic}` },
      'content-type': 'application/cloudevents+json',
    })
    expect(JSON.parse(record?.text ?? '')).toMatchObject({ source: 'https://flags.example.com', data: eventOf(7) })
  })

  it('writes tombstones to a compacted topic, and only there', async () => {
    const deletion = { ...eventOf(2), type: 'FEATURE_DELETED' }
    const [compacted, plain] = [create({ compacted: true }), create()]
    for (const { open } of [compacted, plain]) await open().append([eventOf(1), deletion], 0, never)
    expect((await compacted.read()).map(({ text }) => text === undefined)).toEqual([false, true])
    expect((await plain.read()).map(({ text }) => text === undefined)).toEqual([false, false])
    expect(await compacted.open().position(never)).toBe(2)
  })

  it('without transactions delivers in order to one partition, and requires one', async () => {
    const { open, read } = create({ transactions: false })
    const first = open()
    for (const id of range(1, 5)) await first.append(eventsOf(id), id - 1, never)
    const second = open()
    expect(await second.position(never)).toBe(5)
    await second.append(eventsOf(6, 7), 5, never)
    expect((await read()).map(({ id }) => id)).toEqual(range(1, 7))
    const many = create({ transactions: false, createTopic: { partitions: 2 } })
    await expect(many.open().position(never)).rejects.toThrow('need a topic with 1 partition')
  })

  it('finds its position behind many records of others', async () => {
    const { topic, open } = create()
    await open().append(eventsOf(1, 2, 3), 0, never)
    await writeRecords(
      kafka.brokers[0]!,
      topic,
      range(1, 2000).map((n) => ({ key: `other:${n}`, value: 'other' })),
    )
    expect(await open().position(never)).toBe(3)
  })

  it('refuses a topic of another sink', async () => {
    const { open } = create()
    await open({ transactionalId: 'one' }).append(eventsOf(1), 0, never)
    const other = open({ transactionalId: 'two' })
    await expect(other.position(never)).rejects.toThrow('belongs to the sink with the transactionalId one')
    await expect(other.append(eventsOf(1), 0, never)).rejects.toThrow('belongs to the sink')
  })

  it('says what to do about a missing topic, a large event, wrong credentials and a cluster that is away', async () => {
    await expect(create({ createTopic: false }).open().position(never)).rejects.toThrow('does not exist: create it')
    const small = create({ createTopic: { configs: { 'max.message.bytes': '1000' } } }).open()
    await expect(small.append([eventOf(1, 'x'.repeat(2000))], 0, never)).rejects.toThrow('raise max.message.bytes')
    await expect(small.position(never)).resolves.toBe(0)
    const sasl = { ...credentials, password: 'wrong-secret' }
    const denied = kafkaSink({ brokers: [kafka.secured], topic: 'audited', sasl })
    const error = await denied.position(never).catch((reason) => reason)
    expect(error.message).toContain('rejects the credentials: check sasl')
    expect(JSON.stringify(error) + error.stack).not.toContain('wrong-secret')
    await expect(kafkaSink({ brokers: ['127.0.0.1:1'] }).position(never)).rejects.toThrow('Kafka at 127.0.0.1:1 failed')
  })

  it('needs no rights but those on its topic and its transactional id', async () => {
    const topic = 'audited'
    const { open, read } = create({ topic, transactionalId: 'signalbox-audit' })
    await open().append(eventsOf(1), 0, never)
    const sink = kafkaSink({ brokers: [kafka.secured], topic, transactionalId: 'signalbox-audit', sasl: credentials })
    onTestFinished(() => sink.close())
    await expect(sink.position(never)).rejects.toThrow(
      'denies access to the topic audited: allow Describe, Read and Write',
    )
    await kafka.allow(topic, ['Describe', 'Read', 'Write'])
    await expect(sink.position(never)).rejects.toThrow(
      'denies the transactional id signalbox-audit: allow Describe and Write',
    )
    await kafka.allow({ transactionalId: 'signalbox-audit' }, ['Describe', 'Write'])
    expect(await sink.position(never)).toBe(1)
    await sink.append(eventsOf(2, 3), 1, never)
    await sink.append(eventsOf(4), 3, never)
    expect((await read()).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })
})
