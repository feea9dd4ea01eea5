import { expect, test } from 'vitest'
import { positionOf, showPulled } from './pulled.ts'

test('a lever is shown at its new position at once, and returns', () => {
  const release = showPulled('features', '__proto__', true)
  expect([positionOf('features', '__proto__', false), positionOf('features', 'other', false)]).toEqual([true, false])
  release()
  expect(positionOf('features', '__proto__', false)).toBe(false)
})

test('an earlier pull does not take back a later one', () => {
  const release = showPulled('features', 'a', true)
  const releaseLater = showPulled('features', 'a', false)
  release()
  expect(positionOf('features', 'a', true)).toBe(false)
  releaseLater()
  expect(positionOf('features', 'a', true)).toBe(true)
})
