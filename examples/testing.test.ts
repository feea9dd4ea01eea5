// A unit test of code that uses Signalbox: the clock stands still until the test moves it.
// Run: npx vitest run examples/testing.test.ts
import type { Signalbox } from '@signalbox/core'
import { createTestBox } from '@signalbox/testing'
import { expect, it } from 'vitest'

/** The code under test. */
const greeting = (box: Signalbox) => (box.isActive('site:night') ? 'Good night' : 'Good day')

it('greets by the hour', async () => {
  const { box, clock } = createTestBox({ start: '2026-06-01T12:00:00Z' })
  await box.features.create({
    body: {
      id: 'site:night',
      enabled: true,
      activationStrategy: 'HOUR_RANGE',
      parameters: { startDate: '22:00', endDate: '06:00' },
    },
  })
  expect(greeting(box)).toBe('Good day')
  clock.travelTo('2026-06-01T22:00:00Z')
  expect(greeting(box)).toBe('Good night')
  clock.advance(8 * 60 * 60 * 1000)
  expect(greeting(box)).toBe('Good day')
})
