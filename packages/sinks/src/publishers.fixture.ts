import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Broker } from '@signalbox/test-brokers'
import { expect, it, onTestFinished } from 'vitest'
import { importing } from './importing.fixture.ts'

/** A broker whose streams the tests of processes use. */
export interface PublisherTarget {
  readonly kind: 'redis' | 'nats' | 'kafka' | 'rabbitmq-stream' | 'amqp'
  readonly broker: () => Pick<Broker, 'url' | 'kill' | 'restart'>
  /** The ids at a stream, in its order; for destinations that may have repeats, without these. */
  readonly idsOf: (stream: string) => Promise<readonly number[]>
  /** Is called before the first process. */
  readonly prepare?: (stream: string) => Promise<void>
}

/** Each comes in another phase of an append: at its beginning, at its acknowledgement, and in between. */
const KILLS = process.env.SIGNALBOX_SOAK ? 50 : 4
let streams = 0

/** Registers tests with processes that are killed, halted, or lose their broker while they copy events. */
export function describePublishers(target: PublisherTarget): void {
  const { broker, idsOf } = target
  const { publish, open, exactly } = publisherOf(target)
  describeKills(target)

  it('a leader that was halted while another one led adds nothing twice, and nothing out of order', async () => {
    const stream = open()
    const count = 4000
    const zombie = publish(stream, count)
    await expect.poll(zombie.position, { interval: 1 }).toBeGreaterThan(0)
    const leader = publish(stream, count)
    for (let turn = 0; turn < 3; turn++) {
      zombie.child.kill('SIGSTOP')
      const before = leader.position()
      await expect.poll(() => leader.position() > before || leader.position() === count).toBe(true)
      zombie.child.kill('SIGCONT')
      const halted = zombie.position()
      await expect.poll(() => zombie.position() > halted || leader.position() === count).toBe(true)
    }
    await Promise.all([zombie.ended, leader.ended])
    expect(await idsOf(stream)).toEqual(exactly(count))
  })

  it('a broker that is killed and started again has every event once', { timeout: 300_000 }, async () => {
    const stream = open()
    const count = 3000
    const { ended, position } = publish(stream, count)
    for (let restart = 1; restart <= 3; restart++) {
      const before = position()
      await expect.poll(() => position() > before || position() === count).toBe(true)
      await broker().kill()
      await broker().restart()
    }
    await ended
    expect(await idsOf(stream)).toEqual(exactly(count))
  })
}

/** Registers the test with processes that are killed while they copy events. */
export function describeKills(target: PublisherTarget): void {
  const { idsOf, prepare } = target
  const { publish, open, exactly } = publisherOf(target)

  it(`${KILLS} kills in the phases of an append lose nothing`, { timeout: 600_000 }, async () => {
    const stream = open()
    await prepare?.(stream)
    let known = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const { ended, position } = publish(stream, Number.MAX_SAFE_INTEGER, { known, phase: kill / (KILLS - 1) })
      expect(await ended).toEqual([null, 'SIGKILL'])
      expect(position()).toBeGreaterThan(known)
      known = position()
    }
    const count = (await idsOf(stream)).length + 20
    await publish(stream, count, { known }).ended
    expect(await idsOf(stream)).toEqual(exactly(count))
  })
}

function publisherOf({ kind, broker }: Pick<PublisherTarget, 'kind' | 'broker'>) {
  const program = fileURLToPath(new URL('publisher.fixture.ts', import.meta.url))

  /**
   * Starts a process that copies events up to `count`. `known` is the position if the destination cannot tell it, and with
   * `phase` the process kills itself there in an append.
   */
  function publish(stream: string, count: number, { known = 0, phase }: { known?: number; phase?: number } = {}) {
    const flags = [...importing, '--disable-warning=ExperimentalWarning']
    const args = [
      ...flags,
      program,
      kind,
      broker().url,
      stream,
      String(count),
      String(known),
      ...(phase === undefined ? [] : [String(phase)]),
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    let position = known
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      position = Number(text.trimEnd().split('\n').at(-1))
    })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await ended
    })
    return { child, ended, position: () => position }
  }

  return {
    publish,
    open: () => `${kind}-${++streams}`,
    exactly: (count: number) => Array.from({ length: count }, (_, index) => index + 1),
  }
}
