import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

test.each([
  [{ state: 'staging' }, 'caution', 'In staging: it serves nothing yet'],
  [{ state: 'published', enabled: true }, 'clear', 'Serving 1.4.0'],
  [{ state: 'published', enabled: false }, 'caution', 'Disabled: 1.4.0 is not served'],
  [{ state: 'deprecated', enabled: true }, 'caution', 'Serving 1.4.0, deprecated'],
  [{ state: 'removed', enabled: true }, 'danger', 'Removed: it serves nothing'],
] as const)('what %o serves is said in words', (api, is, word) => {
  expect(standingOf({ name: 'Billing', ...api }, '1.4.0')).toEqual({ is, word })
})

test('the version is left out until it is known', () => {
  expect(standingOf({ name: 'Billing', state: 'published' }, undefined).word).toBe('Serving')
})
