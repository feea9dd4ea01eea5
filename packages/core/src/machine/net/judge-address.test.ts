import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ipv4sIn, kindOfAddress, reasonAgainstAny } from './judge-address.ts'

const octets = fc.tuple(...Array.from({ length: 4 }, () => fc.nat(255))) as fc.Arbitrary<
  [number, number, number, number]
>

/** How an IPv4 address is written, in texts that URLs or resolvers take for it. */
const spellings: readonly ((bytes: readonly number[]) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  (bytes) => bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
  (bytes) => bytes.map((byte) => `0X${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('.'),
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${b}.${c * 256 + d}`,
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.0x${(b * 65_536 + c * 256 + d).toString(16)}`,
  (bytes) => String(numberOf(bytes)),
  (bytes) => `0x${numberOf(bytes).toString(16)}`,
  (bytes) => [...bytes.join('.')].map((one) => `%${one.charCodeAt(0).toString(16)}`).join(''),
  (bytes) => bytes.join('。'),
]
/** Where an IPv4 address stands in IPv6. */
const embeddings: readonly ((bytes: readonly number[]) => string)[] = [
  (bytes) => `::ffff:${bytes.join('.')}`,
  (bytes) => `[::FFFF:${bytes.join('.')}]`,
  (bytes) => `0:0:0:0:0:ffff:${hex(bytes, 0)}:${hex(bytes, 2)}`,
  (bytes) => `::ffff:0:${bytes.join('.')}%lo`,
  (bytes) => `::ffff:${bytes.join('.')}%25eth0`,
  (bytes) => `64:ff9b::${bytes.join('.')}`,
  (bytes) => `64:ff9b:1::${bytes.join('.')}`,
  ([a = 0, b = 0, c = 0, d = 0]) => `64:ff9b:1:${pair(a, b)}:${c.toString(16)}:${pair(d, 0)}::`,
  ([a = 0, b = 0, c = 0, d = 0]) => `64:ff9b:1:${pair(0xab, a)}:${b.toString(16)}:${pair(c, d)}::`,
  ([a = 0, b = 0, c = 0, d = 0]) => `64:ff9b:1:abcd:${a.toString(16)}:${pair(b, c)}:${pair(d, 0)}:0`,
  (bytes) => `2002:${hex(bytes, 0)}:${hex(bytes, 2)}::1`,
  (bytes) => `2001:0:53aa:64c:0:0:${hex(inverse(bytes), 0)}:${hex(inverse(bytes), 2)}`,
  (bytes) => `fe80::200:5efe:${bytes.join('.')}`,
]
const numberOf = (bytes: readonly number[]) => bytes.reduce((value, byte) => value * 256 + byte, 0)
const pair = (high: number, low: number) => (high * 256 + low).toString(16)
const hex = (bytes: readonly number[], at: number) => pair(bytes[at] ?? 0, bytes[at + 1] ?? 0)
const inverse = (bytes: readonly number[]) => bytes.map((byte) => 255 - byte)

describe('the IPv4 addresses for which an address stands', () => {
  it('are the address itself, in all spellings', () => {
    fc.assert(
      fc.property(octets, fc.constantFrom(...spellings), (bytes, spell) => {
        expect(ipv4sIn(spell(bytes))).toEqual([bytes.join('.')])
      }),
    )
  })

  it('are those inside an IPv6 address', () => {
    fc.assert(
      fc.property(octets, fc.constantFrom(...embeddings), (bytes, embed) => {
        expect(ipv4sIn(embed(bytes))).toContain(bytes.join('.'))
      }),
    )
  })

  it.each(['::1', '[::1]', 'fd00::1', '2001:db8::7f00:1', '64:ff9b:2::1', '2003:7f00:1::', 'fe80::1%eth0'])(
    'are none for %s',
    (address) => expect(ipv4sIn(address)).toEqual([]),
  )
})

describe('the kind of an address', () => {
  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '0',
      '0.0',
      '00',
      '0x0',
      '0x0.0',
      '0.0.0.0.',
      '%30.0.0.0',
      '０.０.０.０',
      '::',
      '[::]',
      '::%eth0',
    ],
    ...['0:0:0:0:0:0:0:0', '0::0.0.0.0', '::0.0.0.9', '::ffff:0:0', '::ffff:0.0.0.0', '::ffff:0:0:0', '64:ff9b::'],
    ...['64:ff9b:1::', '2002::', '2002:12:3456::1', '2001:0:1:2::ffff:ffff', '[::ffff:0.0.0.0]'],
  ])('%s is that of any address', (address) => expect(kindOfAddress(address)).toBe('any'))

  it.each([
    ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '::ffff:a9fe:a9fe'],
    ...['64:ff9b::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '64:ff9b:1:a9fe:a9:fe00::', '2002:a9fe:a9fe::', '::a9fe:a9fe'],
    ...['fd00:ec2::254', '[FD00:0EC2::254]', 'fd20:ce::254%eth0', '100.100.100.200', '64:ff9b::6464:64c8'],
  ])('%s is that of a metadata service', (address) => expect(kindOfAddress(address)).toBe('metadata'))

  it.each([
    '1.0.0.0',
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    'fd00::1',
    '64:ff9b::808:808',
    '64:ff9b:1:808:8:800::',
    '2002:808::',
  ])('%s is no such', (address) => expect(kindOfAddress(address)).toBe('other'))

  it.each(['', 'localhost', 'a.test', '1.2.3.4.5', '::1::', '256.0.0.1', '0.0.0.0/8', '[::', 'xn--a'])(
    'does not exist for %j',
    (text) => expect(kindOfAddress(text)).toBeUndefined(),
  )

  it('is any for IPv4 addresses in 0.0.0.0/8 alone, wherever they stand', () => {
    fc.assert(
      fc.property(octets, fc.constantFrom(...spellings, ...embeddings.filter((_, i) => i < 7)), (bytes, spell) => {
        expect(kindOfAddress(spell(bytes)) === 'any').toBe(bytes[0] === 0)
      }),
    )
  })

  it('has a sentence that says what to use', () => {
    expect(reasonAgainstAny('0.0.0.0')).toBe(
      '0.0.0.0 stands for all addresses of a machine, and is not the address of a server: use 127.0.0.1 for this machine',
    )
  })
})
