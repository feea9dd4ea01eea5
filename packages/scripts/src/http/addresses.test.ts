import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './addresses.ts'

describe('an address', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001:80b::200e',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each([
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:53aa:64c:0:0:80ff:fffe',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('%s of IPv6 is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['', 'localhost', '127.1', '0x7f.1', '2130706433', '1.1.1.1 ', '[::1]', '1.1.1'])(
    '%j is rejected',
    (text) => {
      expect(isPublicAddress(text)).toBe(false)
    },
  )
})
