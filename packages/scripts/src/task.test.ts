import { describe, expect, it } from 'vitest'
import { createQueue } from './queue.ts'
import type { Task } from './task.ts'
import { takeBatch, toBatch } from './task.ts'

const task = (id: number, script: string, context?: string): Task => ({
  id,
  script,
  context,
  deadline: 1_000,
  resolve: () => {},
  calls: [],
  losses: 0,
  isSuspect: false,
})
const idsOf = (tasks: readonly Task[]) => tasks.map(({ id }) => id)

describe('a batch', () => {
  it('has every script and every context once', () => {
    const tasks = [task(1, 'a', '{}'), task(2, 'b', '{}'), task(3, 'a', '[]'), task(4, 'b')]
    expect(toBatch(tasks, 400)).toEqual({
      type: 'batch',
      scripts: ['a', 'b'],
      contexts: ['{}', '[]'],
      jobs: [
        { id: 1, script: 0, context: 0, remaining: 600 },
        { id: 2, script: 1, context: 0, remaining: 600 },
        { id: 3, script: 0, context: 1, remaining: 600 },
        { id: 4, script: 1, remaining: 600 },
      ],
    })
  })

  it('takes the first that wait, as many as its share, and a hundred at most', () => {
    const tasks = Array.from({ length: 250 }, (_, id) => task(id, 'a', '{}'))
    expect(idsOf(takeBatch(tasks, 3))).toEqual([0, 1, 2])
    expect(takeBatch(tasks, 250)).toHaveLength(100)
  })

  it('has nobody beside a suspect, for whom what they have come to would wait', () => {
    const queue = createQueue()
    queue.add(task(1, 'well', '{}'))
    queue.putBack([task(2, 'stuck', '{}'), task(3, 'also well', '{}'), task(4, 'stuck', '{}')], 'stuck')
    const batches = Array.from({ length: 3 }, () => idsOf(queue.take(100)))
    expect(batches).toEqual([[3, 1], [2], [4]])
    expect(queue.size()).toBe(0)
  })

  it('takes no more than a million characters, but always one task', () => {
    const tasks = [600_000, 300_000, 300_000].map((length, id) => task(id, 'x'.repeat(length), '{}'))
    expect(idsOf(takeBatch(tasks, 3))).toEqual([0, 1])
    expect(idsOf(takeBatch([task(1, 'x'.repeat(2_000_000)), ...tasks], 3))).toEqual([1])
  })
})
