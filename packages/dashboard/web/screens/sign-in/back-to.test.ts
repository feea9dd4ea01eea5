import { expect, it } from 'vitest'
import { backTo } from './back-to.ts'

it('leads back to the path one came from', () => {
  expect(backTo('/features/shop:express?tab=history')).toBe('/features/shop:express?tab=history')
})

it.each([
  null,
  '',
  'features',
  '//other.example',
  '/\\other.example',
  '/\t/other.example',
  '/.//other.example',
  'https://other.example',
  '/sign-in?to=/',
])('leads to the overview instead of %s', (to) => {
  expect(backTo(to)).toBe('/')
})
