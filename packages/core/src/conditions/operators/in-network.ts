import { problem } from '../../errors.ts'
import { ipv4Octets, ipv6Groups } from '../../ip-address.ts'
import { anyPrefix } from './any-prefix.ts'
import type { Operator } from './operator.ts'

/** The text is an IP address inside a range of addresses. */
export const inNetwork: Operator<string> = {
  description: 'Is an IPv4 or IPv6 address inside a range (CIDR)',
  value: { type: 'string' },
  example: { attribute: 'address', actual: '10.1.2.3', value: '10.0.0.0/8' },
  check: (value) => (rangeBits(value) === undefined ? problem('error.format', 'CIDR') : undefined),
  compile(values) {
    const ranges = values.flatMap((value) => rangeBits(value) ?? [])
    const inRange = anyPrefix(ranges, 'forwards')
    const inRangeOfIpv4 = anyPrefix(
      ranges.filter((range) => range.startsWith(MAPPED)),
      'forwards',
    )
    return (attribute) => {
      const bits = typeof attribute === 'string' ? addressBits(attribute) : undefined
      return bits !== undefined && ((attribute as string).includes(':') ? inRange : inRangeOfIpv4)(bits, 0)
    }
  },
}

/** The first 96 bits of IPv4 addresses in IPv6 (RFC 4291, section 2.5.5.2). */
const MAPPED = /* @__PURE__ */ '1'.repeat(16).padStart(96, '0')

/** The leading bits that all addresses of a range share. An address alone is a range of one. */
function rangeBits(range: string): string | undefined {
  const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  const bits = addressBits(address)
  if (bits === undefined) return undefined
  const before = address.includes(':') ? 0 : MAPPED.length
  const most = bits.length - before
  return Number(length ?? most) <= most ? bits.slice(0, before + Number(length ?? most)) : undefined
}

/** The 128 bits of an address; those of an IPv4 address as mapped into IPv6. `undefined` for other texts. */
function addressBits(address: string): string | undefined {
  const octets = ipv4Octets(address)
  if (octets) return MAPPED + inBits(octets, 8)
  const groups = ipv6Groups(address)
  return groups && inBits(groups, 16)
}

const inBits = (parts: readonly number[], size: number): string =>
  parts.map((part) => part.toString(2).padStart(size, '0')).join('')
