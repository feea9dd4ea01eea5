import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Store } from '@signalbox/core'
import { seededRandom } from '@signalbox/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { type Acknowledged, expectWholePairs, followIds } from '../pairs.fixture.ts'
import { openSqlite } from './open.ts'

/** With `SIGNALBOX_SOAK`, 50; otherwise, the first 20 of them. */
const KILLS = process.env.SIGNALBOX_SOAK ? 50 : 20
const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
const path = join(folder, 'killed.db')
const random = seededRandom(1)
let store: Store

beforeAll(async () => {
  store = await openSqlite(path)
})
afterAll(async () => {
  await store.close?.()
  rmSync(folder, { recursive: true })
})

/** Starts a process that writes, kills it after a number of acknowledgements, and records what it acknowledged. */
async function writeUntilKilled(name: string, acknowledgements: number, acknowledged: Acknowledged): Promise<void> {
  const program = join(import.meta.dirname, 'writer.fixture.ts')
  const child = spawn(process.execPath, [...importing, program, path, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let count = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [key, id] = line.split(' ')
    acknowledged.set(key as string, Number(id))
    if (++count === acknowledgements) child.kill('SIGKILL')
  }
  expect(await ended).toEqual([null, 'SIGKILL'])
}

/** Two processes at a time: one keeps writing while the other is killed. */
test(`${KILLS} killed processes leave no half commit, lose nothing acknowledged, and never reorder`, async () => {
  const acknowledged: Acknowledged = new Map()
  const follower = followIds(store)
  for (let kills = 0; kills < KILLS; kills += 2) {
    const [one = 0, other = 0] = random(2)
    await Promise.all([
      writeUntilKilled(`process-${kills}`, 1 + (one % 100), acknowledged),
      writeUntilKilled(`process-${kills + 1}`, 1 + (other % 100), acknowledged),
    ])
    await expectWholePairs(store, acknowledged)
  }

  const head = await store.head()
  await expect.poll(() => follower.ids.at(-1)).toBe(head)
  follower.stop()
  const ids: number[] = []
  for await (const { _id } of store.read({ after: 0 })) ids.push(_id)
  expect(follower.ids).toEqual(ids)
}, 300_000)
