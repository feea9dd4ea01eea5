import { expect, it } from 'vitest'
import { freshnessOf } from './freshness.ts'
import { isStorable } from './storable.ts'

const control = (value: string) => ['Cache-Control', value]

it.each<[isStored: boolean, headers: string[], more?: object]>([
  [true, control('max-age=10')],
  [true, []],
  [false, [], { ttl: 0 }],
  [true, control('max-age=10'), { ttl: 0 }],
  [true, control('s-maxage=10')],
  [false, control('no-store')],
  [false, control('max-age=10, No-Store')],
  [false, control('private')],
  [false, control('private="x-a", max-age=10')],
  [false, control('max-age=0')],
  [true, [...control('max-age=0'), 'ETag', '"a"']],
  [true, [...control('max-age=0'), 'Last-Modified', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  [true, control('max-age=0, stale-while-revalidate=5')],
  [false, control('no-cache'), { ttl: 0 }],
  [false, [...control('max-age=10'), 'Set-Cookie', 'a=1']],
  [false, [...control('max-age=10'), 'Vary', 'Accept, *']],
  [true, [...control('max-age=10'), 'Vary', 'Accept']],
  [false, [...control('max-age=10'), 'Content-Range', 'bytes 0-1/2']],
  [false, control('max-age=10'), { status: 206 }],
  [false, control('max-age=10'), { status: 304 }],
  [false, [...control('max-age=10'), 'Content-Type', 'text/event-stream']],
  [false, control('max-age=10'), { isAuthorized: true }],
  [true, control('max-age=10, public'), { isAuthorized: true }],
  [true, control('s-maxage=10'), { isAuthorized: true }],
  [true, control('max-age=10, must-revalidate'), { isAuthorized: true }],
  [false, [], { hasCookies: true }],
  [true, control('max-age=10'), { hasCookies: true }],
])('is stored: %s, with %j and %j', (isStored, headers, { ttl = 60, ...more }: { ttl?: number } = {}) => {
  const freshness = freshnessOf(headers, { askedAt: 0, headAt: 0 }, { ttl, staleWhileRevalidate: 0 })
  const candidate = { status: 200, headers, freshness, isAuthorized: false, hasCookies: false, ...more }
  expect(isStorable(candidate)).toBe(isStored)
})
