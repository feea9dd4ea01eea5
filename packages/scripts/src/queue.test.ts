import { describe, expect, it } from 'vitest'
import { createQueue } from './queue.ts'
import { type Task, toBatch } from './task.ts'

const task = (id: number, script: string, rest: Partial<Task> = {}): Task => ({
  id,
  script,
  context: '{}',
  asker: '',
  owner: undefined,
  group: rest.owner ?? script,
  deadline: 1_000,
  resolve: () => {},
  calls: [],
  losses: 0,
  isSuspect: false,
  ...rest,
})
/** Creates a queue in which scripts named `new` are doubtful until they are known. */
function queueOf(...tasks: readonly Task[]) {
  const known = new Set<string>()
  const queue = createQueue(({ script }) => script.startsWith('new') && !known.has(script))
  for (const one of tasks) queue.add(one)
  const take = (share = 100, mayDoubt = true) => queue.take(share, mayDoubt).tasks.map(({ id }) => id)
  return { queue, known, take }
}
const many = (count: number, from: number, rest: Partial<Task>) =>
  Array.from({ length: count }, (_, i) => task(from + i, 'well', rest))

describe('a batch', () => {
  it('has every script and every context once', () => {
    const tasks = [task(1, 'a'), task(2, 'b'), task(3, 'a', { context: '[]' }), task(4, 'b', { context: undefined })]
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

  it('takes its share of the first in the queue, at most a hundred', () => {
    const { take } = queueOf(...many(250, 0, {}))
    expect(take(3)).toEqual([0, 1, 2])
    expect(take(250)).toHaveLength(100)
  })

  it('takes at most a million characters, but at least one task', () => {
    const large = [600_000, 300_000, 300_000].map((length, id) => task(id, 'x'.repeat(length), { group: 'one' }))
    expect(queueOf(...large).take(3)).toEqual([0, 1])
    expect(queueOf(task(9, 'x'.repeat(2_000_000), { group: 'one' }), ...large).take()).toEqual([9])
  })

  it('contains a suspect alone', () => {
    const { queue, take } = queueOf(task(1, 'well'))
    queue.putBack([task(2, 'stuck'), task(3, 'also well'), task(4, 'stuck')], 'stuck')
    const batches = [take(), take(), take()].map((ids) => ids.sort())
    expect(batches).toEqual(expect.arrayContaining([[1, 3], [2], [4]]))
    expect(queue.size()).toBe(0)
  })

  it('of unproven scripts has one owner, and no proven scripts', () => {
    const { take } = queueOf(
      task(1, 'new 1', { owner: 'a' }),
      task(2, 'new 2', { owner: 'b' }),
      task(3, 'new 3', { owner: 'a' }),
      task(4, 'well', { owner: 'a' }),
    )
    expect(take(100, false)).toEqual([4])
    expect(take(100, false)).toEqual([])
    expect(take()).toEqual([1, 3])
    expect(take()).toEqual([2])
  })
})

describe('turns', () => {
  it('go to every caller equally', () => {
    const { take } = queueOf(...many(50, 100, { asker: 'greedy' }), ...many(2, 1, { asker: 'modest' }))
    expect(take(4)).toEqual([100, 1, 101, 2])
  })

  it("go to every owner of a caller's scripts equally", () => {
    const { take } = queueOf(
      ...many(3, 10, { asker: 'one', owner: 'a' }),
      ...many(3, 20, { asker: 'one', owner: 'b' }),
      ...many(3, 30, { asker: 'other', owner: 'a' }),
    )
    expect(take(6)).toEqual([10, 30, 20, 31, 11, 32])
  })

  it('alternate between unproven and proven scripts', () => {
    const { take } = queueOf(...many(2, 1, {}), task(3, 'new 1'), task(4, 'new 2'))
    expect([take(1), take(1), take(1), take(1)]).toEqual([[3], [1], [4], [2]])
  })

  it('of a script that has succeeded are those of proven scripts', () => {
    const { queue, known, take } = queueOf(task(1, 'new'), task(2, 'new'), task(3, 'new other'))
    known.add('new')
    queue.promote(task(1, 'new'))
    expect(take(100, false)).toEqual([1, 2])
  })

  it('of an owner that became doubtful are those of unproven scripts', () => {
    const suspects = new Set<string>()
    const queue = createQueue(({ group }) => suspects.has(group))
    for (const one of [...many(2, 1, { owner: 'a' }), ...many(2, 3, { owner: 'b' })]) queue.add(one)
    suspects.add('a')
    expect(queue.take(100, false).tasks.map(({ id }) => id)).toEqual([3, 4])
    expect(queue.take(100, true)).toMatchObject({ tasks: [{ id: 1 }, { id: 2 }], isDoubtful: true })
  })

  it('can be given back, in the original order', () => {
    const { queue, take } = queueOf(...many(3, 1, {}))
    const { tasks } = queue.take(2, true)
    queue.putBack(tasks)
    expect(take()).toEqual([1, 2, 3])
  })
})
