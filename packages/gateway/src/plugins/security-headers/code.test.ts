import { describe, expect, it } from 'vitest'
import { responded } from '../compiled.fixture.ts'

describe('SecurityHeaders', () => {
  it('sets strict headers by default', () => {
    expect(responded('SecurityHeaders', {}, ['X-Frame-Options', 'ALLOWALL'])).toEqual([
      ...['X-Frame-Options', 'DENY', 'X-Content-Type-Options', 'nosniff'],
      ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ])
  })

  it('leaves alone what is off', () => {
    const config = { content_type_options: false, frame_options: 'off', referrer_policy: 'off' }
    expect(responded('SecurityHeaders', config, ['X-Frame-Options', 'SAMEORIGIN'])).toEqual([
      ...['X-Frame-Options', 'SAMEORIGIN'],
    ])
  })

  it('sets the configured ones', () => {
    const config = {
      content_type_options: false,
      frame_options: 'SAMEORIGIN',
      referrer_policy: 'no-referrer',
      content_security_policy: "default-src 'self'",
      permissions_policy: 'camera=()',
      cross_origin_opener_policy: 'same-origin',
      cross_origin_resource_policy: 'same-site',
      hsts_max_age: 600,
      hsts_include_subdomains: true,
    }
    const headers = [
      ...['X-Frame-Options', 'SAMEORIGIN', 'Referrer-Policy', 'no-referrer'],
      ...['Content-Security-Policy', "default-src 'self'", 'Permissions-Policy', 'camera=()'],
      ...['Cross-Origin-Opener-Policy', 'same-origin', 'Cross-Origin-Resource-Policy', 'same-site'],
    ]
    expect(responded('SecurityHeaders', config, [], { secure: false })).toEqual(headers)
    expect(responded('SecurityHeaders', config, [])).toEqual([
      ...headers,
      ...['Strict-Transport-Security', 'max-age=600; includeSubDomains'],
    ])
  })
})
