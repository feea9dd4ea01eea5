import { describe, expect, it } from 'vitest'
import { networkOf } from './network-of.ts'

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51544', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['[2001:db8:1:2::6]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each(['', 'here', 'unix:/run/socket', '1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', '2001:db8::g'])(
    'of %j, which is not an address, is that text',
    (text) => {
      expect(networkOf(text)).toBe(text)
    },
  )
})
