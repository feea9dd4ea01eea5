import { choice, Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { count, flag, headerValue, settings } from '../settings.ts'

const referrerPolicies = [
  ...(['no-referrer', 'no-referrer-when-downgrade', 'origin', 'origin-when-cross-origin', 'same-origin'] as const),
  ...(['strict-origin', 'strict-origin-when-cross-origin', 'unsafe-url', 'off'] as const),
] as const

/** Sets headers on responses that tell browsers to be strict. */
export const securityHeaders = definePlugin({
  id: 'SecurityHeaders',
  name: 'Security headers',
  description: 'Sets headers on responses that tell browsers to be strict',
  steps: ['TransformResponse'],
  categories: ['Security', 'Headers'],
  configSchema: settings({
    content_type_options: flag('Whether `X-Content-Type-Options: nosniff` is sent'),
    frame_options: Type.Optional(
      choice(['DENY', 'SAMEORIGIN', 'off'], { description: 'X-Frame-Options; `off`: not sent' }),
    ),
    referrer_policy: Type.Optional(choice(referrerPolicies, { description: 'Referrer-Policy; `off`: not sent' })),
    content_security_policy: headerValue('Content-Security-Policy. Absent: not sent'),
    permissions_policy: headerValue('Permissions-Policy. Absent: not sent'),
    cross_origin_opener_policy: Type.Optional(
      choice(['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'], {
        description: 'Cross-Origin-Opener-Policy. Absent: not sent',
      }),
    ),
    cross_origin_resource_policy: Type.Optional(
      choice(['same-origin', 'same-site', 'cross-origin'], {
        description: 'Cross-Origin-Resource-Policy. Absent: not sent',
      }),
    ),
    hsts_max_age: count('Seconds of Strict-Transport-Security (RFC 6797) on https; 0: no header'),
    hsts_include_subdomains: flag('Whether Strict-Transport-Security applies to subdomains, too'),
  }),
  defaultConfig: {
    content_type_options: true,
    frame_options: 'DENY',
    referrer_policy: 'strict-origin-when-cross-origin',
    hsts_max_age: 0,
    hsts_include_subdomains: false,
  },
})
