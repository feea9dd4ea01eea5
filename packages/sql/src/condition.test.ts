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
