import { expect, test } from 'vitest'
import { withArrived } from './arrived.ts'

const events = (...ids: number[]) => ids.map((_id) => ({ _id }))

test('events that arrive before the first page are listed above it, the newest first and each once', () => {
  expect(withArrived(events(5, 3), events(4, 5, 7, 9))).toEqual(events(9, 7, 5, 3))
  expect(withArrived([], events(1, 2))).toEqual(events(2, 1))
  expect(withArrived(events(5), [])).toEqual(events(5))
})
