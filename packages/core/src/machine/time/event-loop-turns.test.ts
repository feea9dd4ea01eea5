import { expect, it } from 'vitest'
import { createTurns } from './event-loop-turns.ts'

it('turns run one after the other, and yield the thread before each', async () => {
  const begun: (() => void)[] = []
  const turn = createTurns(() => new Promise((resolve) => begun.push(resolve)))
  const taken: string[] = []
  const all = ['a', 'b', 'c'].map((name) => turn().then(() => taken.push(name)))
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await expect.poll(() => begun.length).toBe(expected.length)
    begun.at(-1)!()
    await all[expected.length - 1]
    expect(taken).toEqual(expected)
  }
})
