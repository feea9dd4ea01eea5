import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import { seededRandom } from '@signalbox/testing'
import { expect, onTestFinished, test } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { expectEndedOnce, liveOnes, subscribeMany } from '../subscribers.fixture.ts'
import { openSqlite } from './open.ts'

/** With `SIGNALBOX_SOAK`, 50 processes are killed during more work; otherwise, the first 20 of them. */
const { SUBSCRIPTIONS, KILLS } = process.env.SIGNALBOX_SOAK
  ? { SUBSCRIPTIONS: 20_000, KILLS: 50 }
  : { SUBSCRIPTIONS: 6000, KILLS: 20 }
/** How many processes close the plan, and are killed, at once. */
const AT_ONCE = 5
/** How many are killed around their call, and the longest time until then, in milliseconds. */
const AROUND = 10
const SHORT = 60
/** The longest time until the others are killed. */
const LONGEST = 400

const nothing = { subscriptions: 0, credentials: 0 }
const all = { subscriptions: SUBSCRIPTIONS, credentials: SUBSCRIPTIONS }

test(`a plan that is closed by ${KILLS} killed processes reads as open or closed, never in part, and the next one finishes`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'closed.db')

  const store = await openSqlite(path)
  onTestFinished(() => store.close?.())
  /** A program that reads. It closes nothing itself, because it does not outlive its look. */
  async function looking<T>(look: (box: Signalbox) => Promise<T>): Promise<T> {
    const box = createSignalbox({ store: { ...store, async close() {} } })
    return look(box).finally(() => box.close())
  }
  /** Forgets the lease of a killed process. It would expire. */
  const forgetLease = () => store.commit([{ op: 'delete', collection: 'leases', key: 'subscription-endings' }], [])

  await looking((box) => subscribeMany(box, SUBSCRIPTIONS))
  expect(await looking(liveOnes)).toEqual(all)

  /**
   * Starts a process that closes the plan, and kills it. Returns whether the process got the answer that the plan is
   * closed.
   */
  async function closeUntilKilled(ms: number): Promise<boolean> {
    const child = fork(join(import.meta.dirname, '../closer.fixture.ts'), [path], {
      execArgv: [...importing],
    })
    const ended = once(child, 'exit')
    let isAnswered = false
    await once(child, 'message')
    child.on('message', () => {
      isAnswered = true
    })
    await delay(ms)
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    return isAnswered
  }

  const random = seededRandom(52)
  let isClosed = false
  for (let kills = 0; kills < KILLS; kills += AT_ONCE) {
    // The first ones are killed around their call, the others during the work.
    const most = kills < AROUND ? SHORT : LONGEST
    const moments = [...random(AT_ONCE)].map((byte) => (most * byte) / 255)
    const answered = await Promise.all(moments.map(closeUntilKilled))
    isClosed ||= answered.includes(true)
    if (kills < AROUND) expect(isClosed ? [nothing] : [all, nothing]).toContainEqual(await looking(liveOnes))
    await forgetLease()
  }
  expect(isClosed).toBe(true)
  // All of them were killed before the work was done.
  expect(await store.count('subscription-endings')).toBe(1)

  const box = createSignalbox({ store: { ...store, async close() {} }, fetch })
  onTestFinished(() => box.close())
  await expect.poll(() => store.count('subscription-endings'), { timeout: 240_000 }).toBe(0)
  await expectEndedOnce(store, SUBSCRIPTIONS)
  expect(await liveOnes(box)).toEqual(nothing)
}, 900_000)
