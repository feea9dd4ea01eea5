import { expect, it } from 'vitest'
import { createSignalbox } from '../../signalbox.ts'
import { createDuties } from './duties.ts'

it('a duty has its beginning, its last success, its failures, and the size of what it last wrote', () => {
  let now = 1000
  const duties = createDuties(() => now)
  const duty = duties.begin('snapshots')
  expect(duties.list()).toEqual([{ name: 'snapshots', begun: 1000, failures: 0 }])
  duty.failed()
  now = 2000
  duty.done({ bytes: 5 })
  now = 3000
  duty.done()
  expect(duties.list()).toEqual([{ name: 'snapshots', begun: 1000, done: 3000, failures: 1, bytes: 5 }])
  duties.begin('snapshots').failed()
  expect(duties.list()).toMatchObject([{ failures: 2 }])
})

it('a retention that fails is seen in about', async () => {
  const reports: unknown[] = []
  const { memoryStore } = await import('../../memory/store.ts')
  const store = { ...memoryStore(), trim: () => Promise.reject(new Error('no')) }
  const box = createSignalbox({ store, eventRetentionDays: 1, report: (error) => reports.push(error) })
  await expect.poll(() => reports.length).toBe(1)
  expect((await box.about()).duties).toEqual([{ name: 'event-retention', failures: 1 }])
  await box.close()
})
