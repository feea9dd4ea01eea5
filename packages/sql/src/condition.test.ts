import { describe, expect, it } from 'vitest'
import { createCondition, MOST_PROBED } from './condition.ts'

/** A disk on which writes of some bytes fit, and the sizes that were probed. */
function disk(space: number) {
  const probed: number[] = []
  const put = (size: number) => async () => {
    if (size > space) throw new Error(`no space for ${size}`)
  }
  const condition = createCondition({
    probe(size) {
      probed.push(size)
      return put(size)()
    },
  })
  return {
    condition,
    probed,
    write: (size: number) => condition.write(put(size), () => size),
    resize(next: number) {
      space = next
    },
  }
}

describe('a full disk with space for small writes', () => {
  it('is unhealthy until a write of the size that failed fits, although small ones succeed', async () => {
    const { condition, probed, write, resize } = disk(100)
    await expect(write(5000)).rejects.toThrow()
    await expect(condition.check()).rejects.toThrow('no space for 5000')
    await write(100)
    await expect(condition.check()).rejects.toThrow('no space for 5000')
    resize(4999)
    await expect(condition.check()).rejects.toThrow('no space for 5000')
    resize(5000)
    await condition.check()
    await condition.check()
    expect(probed).toEqual([5000, 5000, 5000, 5000])
  })

  it('is healthy without a probe once a write of the size that failed has succeeded', async () => {
    const { condition, probed, write, resize } = disk(100)
    for (const size of [5000, 200, 300]) await expect(write(size)).rejects.toThrow()
    resize(1e9)
    await write(5001)
    await condition.check()
    expect(probed).toEqual([])
  })

  it('is probed with the largest size that failed, up to a bound', async () => {
    const { condition, probed, write, resize } = disk(100)
    for (const size of [200, 5000, 300]) await expect(write(size)).rejects.toThrow()
    await expect(condition.check()).rejects.toThrow()
    await expect(write(MOST_PROBED * 16)).rejects.toThrow()
    resize(MOST_PROBED)
    await condition.check()
    expect(probed).toEqual([5000, MOST_PROBED])
  })
})

it('a write that wrote nothing, because of conflicts, does not count as its size', async () => {
  const { condition, probed, write } = disk(100)
  await expect(write(200)).rejects.toThrow()
  await condition.write(
    async () => 'conflict',
    (result) => (result === 'conflict' ? 0 : 200),
  )
  await expect(condition.check()).rejects.toThrow()
  expect(probed).toEqual([200])
})

it('a failure without a known size is probed with the smallest write', async () => {
  const { condition, probed } = disk(100)
  await expect(condition.write(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  await condition.check()
  expect(probed).toEqual([0])
})

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
