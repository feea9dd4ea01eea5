import { expect, test } from 'vitest'
import { tellListeners } from './tell-listeners.ts'

test('a listener that throws is reported, and the others receive all events', () => {
  const received: number[] = []
  const reported: unknown[] = []
  const failure = new Error('cannot draw')
  const listeners = [
    (event: number) => {
      if (event === 1) throw failure
    },
    (event: number) => void received.push(event),
  ]
  expect(tellListeners([1, 2], listeners, (error) => reported.push(error))).toBe(false)
  expect(received).toEqual([1, 2])
  expect(reported).toEqual([failure])
  expect(tellListeners([2], listeners, (error) => reported.push(error))).toBe(true)
})
