import { expect, test } from 'vitest'
import { positionOf, showPulled } from './pulled.ts'

test('a lever is shown at its new position at once, and returns', () => {
  const release = showPulled('__proto__', true)
  expect([positionOf('__proto__', false), positionOf('other', false)]).toEqual([true, false])
  release()
  expect(positionOf('__proto__', false)).toBe(false)
})

test('an earlier pull does not take back a later one', () => {
  const release = showPulled('a', true)
  const releaseLater = showPulled('a', false)
  release()
  expect(positionOf('a', true)).toBe(false)
  releaseLater()
  expect(positionOf('a', true)).toBe(true)
})
