import { problem } from '../../machine/errors/errors.ts'
import { ipv4Octets, ipv6Groups } from '../../machine/net/ip-address.ts'
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
    const ofIpv4 = ranges.filter((range) => range.startsWith(MAPPED)).map((range) => range.slice(MAPPED.length))
    const hasIpv6 = anyPrefix(ranges, 'forwards')
    const hasIpv4 = anyPrefix(ofIpv4, 'forwards')
    return (attribute) => {
      const bits = typeof attribute === 'string' ? addressBits(attribute) : undefined
      return bits !== undefined && (bits.length === 32 ? hasIpv4 : hasIpv6)(bits, 0)
    }
  },
}

/** The first 96 bits of IPv4 addresses in IPv6 (RFC 4291, section 2.5.5.2). */
const MAPPED = /* @__PURE__ */ '1'.repeat(16).padStart(96, '0')

/** The leading bits, in IPv6, that all addresses of a range share. An address alone is a range of one. */
function rangeBits(range: string): string | undefined {
  const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  const bits = addressBits(address)
  if (bits === undefined || Number(length ?? 0) > bits.length) return undefined
  const shared = length === undefined ? bits : bits.slice(0, Number(length))
  return bits.length === 32 ? MAPPED + shared : shared
}

/** The 32 or 128 bits of an address; `undefined` for other texts. */
function addressBits(address: string): string | undefined {
  const octets = ipv4Octets(address)
  if (octets) return inBits(octets, 8)
  return ipv6Groups(address)
    ?.map((group) => inBits([group], 16))
    .join('')
}

/** The bits of numbers of equal size. */
const inBits = (parts: readonly number[], size: number): string =>
  parts
    .reduce((bits, part) => bits * 2 ** size + part, 0)
    .toString(2)
    .padStart(parts.length * size, '0')
