import { BlockList, isIP, isIPv4 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileAddresses } from './compile-addresses.ts'
import { normalAddress } from './read-address.ts'

describe('the normal form of an address', () => {
  it.each<[text: string, normal: string]>([
    ['10.0.0.1', '10.0.0.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:DB8:0:0:8:800:200C:417A', '2001:db8::8:800:200c:417a'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:0a00:0001', '10.0.0.1'],
    ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
    ['::10.0.0.1', '::a00:1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:10.0.0.1%1', '10.0.0.1'],
  ])('of %s is %s', (text, normal) => {
    expect(normalAddress(text)).toBe(normal)
  })

  it.each([
    ...[
      '',
      ' ',
      '1',
      '1.2.3',
      '1.2.3.4.5',
      '256.0.0.1',
      '01.2.3.4',
      '1.2.3.4 ',
      '1..2.3',
      '.1.2.3',
      '1.2.3.',
      '+1.2.3.4',
    ],
    ...[':', ':::', ':1', '1:', '1::2::3', '12345::', '::g', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8::'],
    ...[
      '::1.2.3',
      '::1.2.3.4:1',
      '1:2:3:4:5:6:7:1.2.3.4',
      '::1.2.3.256',
      '[::1]',
      '::1%',
      '%',
      '1.2.3.4%eth0',
      '::1/128',
    ],
    ...['1.2.3.4\0', '١.2.3.4', '::１'],
  ])('does not exist for %j', (text) => {
    expect(normalAddress(text)).toBeUndefined()
  })

  it('of any address is that of URLs, and reads as itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const normal = normalAddress(address)!
        expect(isIP(normal)).not.toBe(0)
        expect(normalAddress(normal)).toBe(normal)
        if (!isIPv4(normal)) expect(`[${normal}]`).toBe(new URL(`http://[${address}]`).hostname)
      }),
    )
  })

  it('exists for exactly the texts that Node takes for an address', () => {
    const pieces = fc.constantFrom(
      ':',
      '::',
      '.',
      '0',
      '1',
      'ffff',
      'F',
      '255',
      '256',
      '1.2.3.4',
      '00',
      '%',
      '12345',
      'g',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 16 }), (some) => {
        const text = some.join('')
        fc.pre(!/%.*%/.test(text)) // Node limits the characters of a zone, which is cut here
        expect(normalAddress(text) !== undefined).toBe(isIP(text) !== 0)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('a list of addresses', () => {
  it.each<[list: string[], address: string, isIn: boolean]>([
    [[], '10.0.0.1', false],
    [['10.0.0.1'], '10.0.0.1', true],
    [['10.0.0.1'], '10.0.0.2', false],
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.9.9.9/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '11.0.0.0', false],
    [['0.0.0.0/0'], '1.2.3.4', true],
    [['0.0.0.0/0'], '::1', false],
    [['::/0'], '::1', true],
    [['::/0'], '1.2.3.4', false],
    [['10.*'], '10.1.2.3', true],
    [['10.0.*'], '10.0.2.3', true],
    [['10.0.*'], '10.1.2.3', false],
    [['10.0.0.*'], '10.0.1.3', false],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['::ffff:10.0.0.0/104'], '10.1.2.3', true],
    [['::ffff:10.0.0.1'], '10.0.0.1', true],
    [['::ffff:10.0.0.1'], '::ffff:a00:1', true],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:db9::', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['2001:db8::1', '2001:db8::/32'], '2001:db8::2', true],
    [['2001:db8::/32', '2001:db8::1'], '2001:db8::2', true],
    [['10.0.0.0/8'], '', false],
    [['10.0.0.0/8'], 'unknown', false],
  ])('%j: %s → %s', (list, address, isIn) => {
    expect(compileAddresses(list)(address)).toBe(isIn)
  })

  it.each([
    '',
    '*',
    'home',
    '10.0.0.0/33',
    '::/129',
    '::ffff:10.0.0.0/129',
    '10.0.0',
    '10.0.*/8',
    '256.*',
    '10.0.0.0/',
    'fe80::1%eth0/64',
  ])('cannot hold %j', (entry) => {
    expect(() => compileAddresses([entry])).toThrow(/is invalid/)
  })

  it('holds the addresses that a BlockList of Node holds', () => {
    const octet = fc.constantFrom(0, 1, 10, 127, 128, 255)
    const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'))
    const group = fc.constantFrom('0', '1', '8000', 'ffff')
    const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => ['2001', ...groups.slice(1)].join(':'))
    const range = fc.oneof(
      fc.record({ address: ipv4, bits: fc.nat(32), family: fc.constant('ipv4' as const) }),
      fc.record({ address: ipv6, bits: fc.integer({ min: 3, max: 128 }), family: fc.constant('ipv6' as const) }),
    )
    fc.assert(
      fc.property(
        fc.array(range, { maxLength: 6 }),
        fc.array(fc.oneof(ipv4, ipv6), { minLength: 20 }),
        (ranges, addresses) => {
          const oracle = new BlockList()
          for (const { address, bits, family } of ranges) oracle.addSubnet(address, bits, family)
          const isIn = compileAddresses(ranges.map(({ address, bits }) => `${address}/${bits}`))
          for (const address of addresses)
            expect([address, isIn(address)]).toEqual([
              address,
              oracle.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'),
            ])
        },
      ),
      { numRuns: 300 },
    )
  })
})
