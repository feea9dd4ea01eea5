import { expect, it } from 'vitest'
import { createCondition } from './condition.ts'

/** A condition of a database that fails while `failure` is set, and how often it was probed. */
function created(isLasting?: (error: unknown) => boolean) {
  const database = { failure: undefined as Error | undefined, probes: 0 }
  const task = async () => {
    if (database.failure) throw database.failure
  }
  const probe = () => {
    database.probes++
    return task()
  }
  return { database, task, condition: createCondition({ probe, ...(isLasting && { isLasting }) }) }
}

it('a database is probed only after a write that failed, until one succeeds', async () => {
  const { database, task, condition } = created()
  await condition.write(task)
  await condition.check()
  expect(database.probes).toBe(0)
  database.failure = new Error('The disk is full')
  await expect(condition.write(task)).rejects.toBe(database.failure)
  for (let i = 0; i < 2; i++) await expect(condition.check()).rejects.toBe(database.failure)
  expect(database.probes).toBe(2)
  database.failure = undefined
  await condition.write(task)
  await condition.check()
  expect(database.probes).toBe(2)
})

it('a probe that succeeds ends the failure', async () => {
  const { database, task, condition } = created()
  database.failure = new Error('The disk is full')
  await condition.write(task).catch(() => {})
  database.failure = undefined
  for (let i = 0; i < 2; i++) await condition.check()
  expect(database.probes).toBe(1)
})

it('after a lasting failure nothing is written any more, and the first one is the reason', async () => {
  const { database, task, condition } = created(() => true)
  const first = new Error('The file is damaged')
  database.failure = first
  await condition.write(task).catch(() => {})
  database.failure = undefined
  condition.condemn(new Error('another'))
  await expect(condition.write(task)).rejects.toBe(first)
  await expect(condition.check()).rejects.toBe(first)
  expect(database.probes).toBe(0)
})
