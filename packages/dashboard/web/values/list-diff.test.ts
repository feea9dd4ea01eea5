import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listDiff } from './list-diff.ts'

const words = (was: readonly unknown[], now: readonly unknown[]) =>
  listDiff(was, now)?.map((one) => [one.kind, 'from' in one ? one.from : '-', 'to' in one ? one.to : '-'].join(' '))

describe('the difference of two lists', () => {
  it.each<[string, readonly unknown[], readonly unknown[], readonly string[] | undefined]>([
    ['an item moved to the front', ['a', 'b', 'c'], ['c', 'a', 'b'], ['moved 2 0']],
    ['neighbors that changed places', ['a', 'b'], ['b', 'a'], ['moved 1 0']],
    ['an item added before others', ['a', 'b'], ['x', 'a', 'b'], ['added - 0']],
    ['an item removed', ['a', 'b', 'c'], ['a', 'c'], ['removed 1 -']],
    ['equal items', [1, 1, 2], [1, 2, 1], ['moved 2 1']],
    ['a named item that changed', [{ name: 'a', v: 1 }, 2], [{ name: 'a', v: 2 }, 2], ['changed 0 0']],
    ['nothing in common', [1, 2], [3], undefined],
    ['the same lists', [1, 2], [1, 2], []],
  ])('names %s', (_, was, now, changes) => {
    expect(words(was, now)).toEqual(changes)
  })

  it('of a named item that moved and changed says both', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }]
    expect(listDiff([a, b, 3], [{ ...b, v: 1 }, a, 3])).toContainEqual(
      expect.objectContaining({ kind: 'changed', from: 1, to: 0 }),
    )
  })

  it('accounts for every item', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 })
    fc.assert(
      fc.property(list, list, (was, now) => {
        const found = listDiff(was, now)
        if (!found) return
        const added = found.filter(({ kind }) => kind === 'added').length
        const removed = found.filter(({ kind }) => kind === 'removed').length
        expect(was.length - removed + added).toBe(now.length)
        if (added + removed === 0 && was.join() !== now.join()) expect(found.length).toBeGreaterThan(0)
      }),
    )
  })
})
