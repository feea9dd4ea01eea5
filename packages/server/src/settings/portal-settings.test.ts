import { expect, it } from 'vitest'
import { hasPortal, portalLines } from './portal-settings.ts'

const off = ['The portal is off: set SIGNALBOX_PORTAL=read to publish the documentation of published APIs']
const open = [expect.stringMatching(/^Everybody who reaches the portal can read/)]

it.each([
  ['', '127.0.0.1', 0, true, []],
  ['', '127.8.0.1', 0, true, []],
  ['', 'localhost', 0, true, []],
  ['', '::1', 0, true, []],
  ['', '127.0.0.1', 1, false, off],
  ['', '0.0.0.0', 0, false, off],
  ['', '::', 0, false, off],
  ['', '10.0.0.1', 0, false, off],
  ['read', '127.0.0.1', 0, true, []],
  ['read', '127.0.0.1', 1, true, open],
  ['read', '0.0.0.0', 0, true, open],
  ['invite', '127.0.0.1', 0, true, []],
  ['invite', '0.0.0.0', 0, true, [...open, expect.stringMatching(/^Anyone with an invitation can create an account/)]],
  ['open', '127.0.0.1', 0, true, []],
  ['open', '0.0.0.0', 0, true, [...open, expect.stringMatching(/^Everybody .* can create an account, subscribe/)]],
  ['sso', '127.0.0.1', 0, true, []],
  [
    'sso',
    '0.0.0.0',
    0,
    true,
    [...open, expect.stringMatching(/^Everybody who has an account at the identity provider/)],
  ],
  ['off', '127.0.0.1', 0, false, []],
  ['off', '0.0.0.0', 0, false, []],
] as const)(
  'with the setting "%s" on %s behind %d proxies, a server has a portal: %s',
  (portal, host, trustProxy, has, lines) => {
    const settings = { portal, host, trustProxy }
    expect([hasPortal(settings), portalLines(settings)]).toEqual([has, lines])
  },
)
