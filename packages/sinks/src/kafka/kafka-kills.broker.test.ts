import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { hasKafka, type KafkaCluster, startKafka } from '@signalbox/test-brokers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { copyEvents } from './copy-events.fixture.ts'
import { never, range } from './events.fixture.ts'
import { kafkaSink } from './index.ts'
import { readTopic } from './kcat.fixture.ts'
import { publish } from './publish.fixture.ts'

/** With 60, as the soak has it, 50 kills of brokers and 100 of publishers. */
const soak = Number(process.env.SIGNALBOX_SOAK ?? 0)
const BROKER_KILLS = soak > 0 ? Math.ceil((50 * soak) / 60) : 1
const PUBLISHER_KILLS = soak > 0 ? Math.ceil((100 * soak) / 60) : 2
const LONGEST_MS = soak > 0 ? soak * 60_000 : 120_000

describe.runIf(hasKafka('kafkaSink on three brokers'))('kafkaSink on three brokers', () => {
  let kafka: KafkaCluster
  beforeAll(async () => {
    kafka = await startKafka(3)
  })
  afterAll(() => kafka.stop())

  const idsOf = async (topic: string) => {
    // A broker that has just been killed may be the first that the reader asks.
    const read = () => readTopic(kafka.brokers.join(','), topic)
    return (await read()).map(({ id }) => id)
  }

  it(
    `${PUBLISHER_KILLS} kills of the publisher between an append and its acknowledgement lose and double nothing`,
    async () => {
      const topic = `t-${randomUUID()}`
      const [last, batch] = [1_000_000, 50]
      for (let kill = 0; kill < PUBLISHER_KILLS; kill++) {
        const { child, acknowledged, ended } = publish(kafka.brokers, topic, { last, batch })
        await expect.poll(acknowledged).toBeGreaterThan(randomInt(0, 4))
        await delay(randomInt(0, 15))
        child.kill('SIGKILL')
        await ended
      }
      const sink = kafkaSink({ brokers: kafka.brokers, topic })
      onTestFinished(() => sink.close())
      const position = (await sink.position(never)) ?? 0
      expect(position).toBeGreaterThanOrEqual(PUBLISHER_KILLS * batch)
      expect(await idsOf(topic)).toEqual(range(1, position))
    },
    LONGEST_MS,
  )

  it('a publisher that was halted while another one took over adds nothing', async () => {
    const topic = `t-${randomUUID()}`
    const halted = publish(kafka.brokers, topic, { last: 1_000_000, batch: 20 })
    await expect.poll(halted.acknowledged).toBeGreaterThan(2)
    halted.child.kill('SIGSTOP')
    const sink = kafkaSink({ brokers: kafka.brokers, topic })
    onTestFinished(() => sink.close())
    const position = (await sink.position(never)) ?? 0
    await copyEvents(sink, { last: position + 500, batch: 100 })
    const before = halted.lines.length
    halted.child.kill('SIGCONT')
    await expect.poll(() => halted.lines.slice(before).find((line) => /^(behind|failed)/.test(line))).toMatch(/^behind/)
    halted.child.kill('SIGKILL')
    await halted.ended
    const end = (await sink.position(never)) ?? 0
    expect(end).toBeGreaterThanOrEqual(position + 500)
    expect(await idsOf(topic)).toEqual(range(1, end))
  })

  it(
    `${BROKER_KILLS} kills of the broker that leads the topic, in the middle of batches, lose and double nothing`,
    async () => {
      const topic = `t-${randomUUID()}`
      let last = 0
      let failures = 0
      let isOver = false
      const report = (line: string) => {
        if (!line.startsWith('append')) failures++
      }
      const sink = kafkaSink({ brokers: kafka.brokers, topic })
      onTestFinished(() => sink.close())
      const copying = (async () => {
        while (!isOver) {
          last += 1000
          await copyEvents(sink, { last, batch: 100, report })
        }
      })()
      for (let kill = 0; kill < BROKER_KILLS; kill++) {
        const from = last
        await expect.poll(() => last, { timeout: LONGEST_MS }).toBeGreaterThan(from + 1000)
        const leader = await kafka.leaderOf(topic)
        await delay(randomInt(0, 50))
        await leader.kill()
        await leader.restart()
      }
      isOver = true
      await copying
      console.info(`${BROKER_KILLS} kills of brokers: ${last} events, ${failures} failed calls`)
      expect(failures).toBeGreaterThan(0)
      expect(await sink.position(never)).toBe(last)
      expect(await idsOf(topic)).toEqual(range(1, last))
    },
    LONGEST_MS,
  )
})
