import { describe, expect, it } from 'vitest'
import { moved, startingWith } from './roving.ts'

describe('the highlight of a list', () => {
  it('wraps around at both ends', () => {
    expect(moved('ArrowDown', 2, 3)).toBe(0)
    expect(moved('ArrowUp', 0, 3)).toBe(2)
  })

  it('starts at the first with Down and at the last with Up', () => {
    expect(moved('ArrowDown', -1, 3)).toBe(0)
    expect(moved('ArrowUp', -1, 3)).toBe(2)
  })

  it('goes to the ends, and stays for other keys and in an empty list', () => {
    expect([moved('Home', 1, 3), moved('End', 1, 3), moved('a', 1, 3), moved('End', -1, 0)]).toEqual([
      0,
      2,
      undefined,
      undefined,
    ])
  })

  it('follows what is typed, starting after itself', () => {
    const labels = ['Copy', 'Delete', 'copy as JSON']
    expect([startingWith('c', 0, labels), startingWith('c', 2, labels), startingWith('x', 0, labels)]).toEqual([
      2,
      0,
      undefined,
    ])
  })
})
