import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { bySize, grouped, type Line } from './grouped.ts'
import { type CommitRequest, type Outcome, toRequest } from './request.ts'

const request = (key: string, rows = 1): CommitRequest =>
  toRequest(
    Array.from({ length: rows }, (_, n) => ({ op: 'delete', collection: 'things', key: `${key}:${n}` })),
    [],
  )

const nameOf = ({ changes: [change] }: CommitRequest) => (change && 'key' in change ? change.key.split(':')[0] : '')

/** A queue whose groups are completed by the test, and the names in each group. */
function controlled() {
  const groups: { names: (string | undefined)[]; done: () => void; fail: (error: Error) => void }[] = []
  const line = grouped<CommitRequest, Outcome>({
    next: bySize,
    run: (group) =>
      new Promise((resolve, reject) => {
        const outcomes = group.map((_, index) => ({ conflict: index }))
        groups.push({ names: group.map(nameOf), done: () => resolve(outcomes), fail: reject })
      }),
  })
  const started = (count: number) => expect.poll(() => groups.length, { interval: 1 }).toBe(count)
  return { line, groups, started }
}

const commitAll = (line: Line<CommitRequest, Outcome>, ...names: string[]) =>
  names.map((name) => line.commit(request(name)))

describe('a queue of commits', () => {
  test('groups concurrent commits, and processes later ones next, in order', async () => {
    const { line, groups, started } = controlled()
    const first = commitAll(line, 'a', 'b')
    await started(1)
    const second = commitAll(line, 'c', 'd', 'e')
    groups[0]?.done()
    expect(await Promise.all(first)).toEqual([{ conflict: 0 }, { conflict: 1 }])
    await started(2)
    groups[1]?.done()
    await Promise.all(second)
    expect(groups.map(({ names }) => names)).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ])
  })

  test('rejects the commits of a failing group, and continues with the next', async () => {
    const { line, groups, started } = controlled()
    const failing = commitAll(line, 'a', 'b')
    await started(1)
    const later = line.commit(request('c'))
    groups[0]?.fail(new Error('the disk is gone'))
    for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected')
    await started(2)
    groups[1]?.done()
    await expect(later).resolves.toEqual({ conflict: 0 })
  })

  /** Makes the requests of a turn, and waits for it. The queue looks at the end of the same turn. */
  async function inTurn(request: () => Promise<unknown>[]): Promise<Promise<unknown>[]> {
    const turn = nextTurn()
    const made = request()
    await turn
    return made
  }

  test('groups commits that arrive in successive turns', async () => {
    const { line, groups, started } = controlled()
    const commits: Promise<unknown>[] = []
    for (const name of ['a', 'b', 'c']) {
      commits.push(...(await inTurn(() => commitAll(line, name))))
      expect(groups).toEqual([])
    }
    await started(1)
    expect(groups[0]?.names).toEqual(['a', 'b', 'c'])
    groups[0]?.done()
    await Promise.all(commits)
  })

  test('delays a commit that comes alone by one turn, and others by a few turns at most', async () => {
    const { line, groups } = controlled()
    const alone = await inTurn(() => commitAll(line, 'alone'))
    await nextTurn()
    expect(groups).toHaveLength(1)
    groups[0]?.done()
    await Promise.all(alone)
    let turns = 0
    for (; groups.length < 2; turns++) await inTurn(() => commitAll(line, ...Array.from({ length: 100 }, String)))
    expect(turns).toBeLessThan(10)
  })

  test('can be drained', async () => {
    const { line, groups, started } = controlled()
    await line.drained()
    const commits = commitAll(line, 'a')
    let isDrained = false
    const drained = line.drained().then(() => {
      isDrained = true
    })
    await started(1)
    expect(isDrained).toBe(false)
    groups[0]?.done()
    await Promise.all([...commits, drained])
  })
})

test('a group has at most a thousand rows, and at least one commit', () => {
  expect(bySize([request('a', 400), request('b', 400), request('c', 400)])).toBe(2)
  expect(bySize([request('a', 5000), request('b')])).toBe(1)
  expect(bySize([request('a'), request('b')])).toBe(2)
})

test('a group has at most 32 Mi characters, unless a single commit has more', () => {
  const large = (size: number) =>
    toRequest([{ op: 'put', collection: 'things', key: 'k', value: 'x'.repeat(size * 1024 * 1024) }], [])
  expect(bySize([large(20), large(10), large(10)])).toBe(2)
  expect(bySize([large(40), request('b')])).toBe(1)
  const payload = 'x'.repeat(20 * 1024 * 1024)
  const event = toRequest([], [{ type: 'T', key: 'k', domain: 'D', payload, timestamp: '' }])
  expect(bySize([event, event])).toBe(1)
})
