import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holds } from '../conditions.fixture.ts'

const isIn = (address: unknown, ...values: readonly string[]) => holds({ operator: 'inNetwork', values }, address)

describe('inNetwork', () => {
  it.each([
    [
      '10.0.0.0/8',
      ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3', '::FFFF:0a01:0203'],
      ['9.255.255.255', '11.0.0.0', '::10.1.2.3'],
    ],
    ['10.0.0.77/8', ['10.9.9.9'], ['11.0.0.77']],
    ['192.168.1.128/25', ['192.168.1.128', '192.168.1.255'], ['192.168.1.127', '192.168.2.128']],
    ['192.168.1.7/32', ['192.168.1.7'], ['192.168.1.6', '192.168.1.8']],
    ['192.168.1.7', ['192.168.1.7', '::ffff:192.168.1.7'], ['192.168.1.6']],
    ['0.0.0.0/0', ['0.0.0.0', '255.255.255.255', '::ffff:1.2.3.4'], ['::', '::1', '2001:db8::1']],
    [
      '2001:db8::/32',
      ['2001:db8::', '2001:0DB8:ffff::1', '2001:db8:1:2:3:4:5:6'],
      ['2001:db9::', '2001:db7:ffff::', '1.2.3.4'],
    ],
    ['2001:db8::1/128', ['2001:db8::1', '2001:db8:0:0:0:0:0:1', '2001:db8::0.0.0.1'], ['2001:db8::2']],
    ['::/0', ['::', '::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '::ffff:1.2.3.4'], ['1.2.3.4']],
    ['::1/128', ['::1', '0:0:0:0:0:0:0:1'], ['::2', '0.0.0.1']],
    ['fe80::/10', ['fe80::1', 'febf::1'], ['fec0::1']],
    ['::ffff:10.0.0.0/104', ['10.1.2.3', '::ffff:10.1.2.3'], ['11.1.2.3']],
    ['::ffff:0:0/96', ['10.1.2.3', '::ffff:10.1.2.3'], ['::1']],
    ['64:ff9b::/96', ['64:ff9b::192.0.2.33'], ['192.0.2.33']],
  ])('%s has %j and not %j', (range, inside, outside) => {
    for (const address of inside) expect([address, isIn(address, range)]).toEqual([address, true])
    for (const address of outside) expect([address, isIn(address, range)]).toEqual([address, false])
    for (const address of inside) expect(isIn(address, '203.0.113.0/24', range, '2001:dead::/32')).toBe(true)
  })

  it.each([
    ...[
      '',
      'localhost',
      '1.2.3',
      '1.2.3.4.5',
      '1.2.3.256',
      '01.2.3.4',
      '1.2.3.4/8',
      '1.2.3.4:80',
      '[::1]',
      ' 1.2.3.4',
      '1.2.3.-4',
    ],
    ...[
      '::1::',
      ':::',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '::12345',
      '::g',
      '::1.2.3',
      '::1.2.3.256',
      '1.2.3.4::',
      'fe80::1%eth0',
    ],
    ...[16909060, true, {}, `${'0:'.repeat(50_000)}1`],
  ])('%j is no address, so it is in no network', (address) => {
    expect(isIn(address, '0.0.0.0/0', '::/0')).toBe(false)
  })

  it('has exactly the addresses that share the leading bits', () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
    const toNumber = ([a, b, c, d]: readonly number[]) => ((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> 0
    fc.assert(
      fc.property(octets, octets, fc.nat(32), fc.nat(255), (range, far, length, last) => {
        const near: [number, number, number, number] = [range[0], range[1], range[2], last]
        for (const address of [far, near]) {
          const differs = length === 0 ? 0 : (toNumber(range) ^ toNumber(address)) >>> (32 - length)
          expect(isIn(address.join('.'), `${range.join('.')}/${length}`)).toBe(differs === 0)
        }
      }),
    )
  })
})
