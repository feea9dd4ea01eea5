import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createSignalbox } from '@signalbox/core'
import { startPostgres } from '@signalbox/test-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { expectEndedOnce, liveOnes, subscribeMany } from '../subscribers.fixture.ts'
import { migratePostgres, postgresStore } from './store.ts'

const SUBSCRIPTIONS = 3000
const schema = 'closing'

test('of two servers that close the same plan, one ends each subscription, with one event', async () => {
  const server = await startPostgres(['fsync=off'])
  onTestFinished(() => server.stop())
  const pool = server.openPool()
  await migratePostgres(pool, { schema })
  const store = postgresStore(pool, { schema })
  const box = createSignalbox({ store })
  onTestFinished(() => box.close())
  await subscribeMany(box, SUBSCRIPTIONS)

  const start = async () => {
    const child = fork(join(import.meta.dirname, '../closer.fixture.ts'), [server.url, schema], {
      execArgv: [...importing],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    await once(child, 'message')
    return child
  }
  const [one] = await Promise.all([start(), start()])
  expect(await store.count('subscription-endings')).toBe(1)
  expect(await liveOnes(box)).toEqual({ subscriptions: 0, credentials: 0 })
  one?.kill('SIGKILL')
  await expect.poll(() => store.count('subscription-endings'), { timeout: 90_000 }).toBe(0)
  await expectEndedOnce(store, SUBSCRIPTIONS)
}, 180_000)
