import { expect, it } from 'vitest'
import { chooseCoding } from './accept-encoding.ts'

it.each([
  [[], undefined],
  [[''], undefined],
  [['gzip'], 'gzip'],
  [['GZIP'], 'gzip'],
  [['x-gzip'], 'gzip'],
  [['gzip, br'], 'br'],
  [['gzip', 'br'], 'br'],
  [['gzip;q=1, br;q=0.9'], 'gzip'],
  [['br;q=0, *'], 'gzip'],
  [['*'], 'br'],
  [['gzip, *'], 'gzip'],
  [['*', 'gzip'], 'gzip'],
  [['gzip;q=0.5, *;q=0.6'], 'br'],
  [['gzip, *, identity'], 'gzip'],
  [['*;q=0'], undefined],
  [['*;q=0, gzip'], 'gzip'],
  [['identity'], undefined],
  [['identity;q=0, gzip;q=0.1'], 'gzip'],
  [['identity;q=0'], undefined],
  [['identity, gzip;q=0.5'], undefined],
  [['gzip, identity'], 'gzip'],
  [['gzip;q=0'], undefined],
  [['gzip;q=0.000'], undefined],
  [['gzip ; Q = 0.2'], 'gzip'],
  [['gzip;q=2'], undefined],
  [['gzip;q=nonsense'], undefined],
  [['gzip;level=1;q=0'], undefined],
  [['zstd, compress'], undefined],
  [[',, gzip ,'], 'gzip'],
])('for Accept-Encoding %j, of br and gzip %s is chosen', (accept, coding) => {
  expect(chooseCoding(accept, ['br', 'gzip'])).toBe(coding)
})

it('nothing is chosen of nothing', () => {
  expect(chooseCoding(['*'], [])).toBeUndefined()
})
