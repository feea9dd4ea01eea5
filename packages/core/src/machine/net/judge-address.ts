import { ipv4Octets, ipv6Groups } from './ip-address.ts'

/**
 * What an address is to its caller: `any` stands for all addresses of a machine and is not that of a server, though
 * systems connect it to themselves; `metadata` is a service of a cloud that hands out credentials.
 */
export type AddressKind = 'any' | 'metadata' | 'other'

/**
 * Judges an address by the IPv4 addresses that it stands for, in any spelling that URLs and resolvers take: `0x0`, `127.1`,
 * `[::]`, `::%eth0`, `%30.0.0.0`. `undefined` if the text is not an address.
 *
 * @example
 * kindOfAddress('::ffff:0.0.0.0') // 'any'
 * kindOfAddress('64:ff9b::a9fe:a9fe') // 'metadata'
 */
export function kindOfAddress(text: string): AddressKind | undefined {
  const groups = groupsOf(text)
  if (!groups) return undefined
  const inside = ipv4sOf(groups)
  if (inside.length > 0 && inside.every((address) => address.startsWith('0.'))) return 'any'
  return inside.some((address) => metadata4.has(address)) || metadata6.has(groups.join()) ? 'metadata' : 'other'
}

/**
 * The IPv4 addresses that an address may stand for: itself, or those inside an IPv6 address that is mapped or translated
 * (RFC 4291, 2.5.5; RFC 2765; RFC 6052; RFC 8215), or leads through a tunnel (6to4, RFC 3056; Teredo, RFC 4380; ISATAP,
 * RFC 5214). Several if only the network knows which one.
 */
export function ipv4sIn(text: string): readonly string[] {
  const groups = groupsOf(text)
  return groups ? ipv4sOf(groups) : []
}

/** Why an address of the kind `any` is not called, and what to use instead. */
export const reasonAgainstAny = (address: string): string =>
  `${address} stands for all addresses of a machine, and is not the address of a server: use 127.0.0.1 for this machine`

/** Amazon, Google, Azure and others; containers and pods of Amazon; Alibaba; Oracle; the host agent of Azure. */
const metadata4: ReadonlySet<string> = new Set([
  ...['169.254.169.254', '169.254.170.2', '169.254.170.23'],
  ...['100.100.100.200', '192.0.0.192', '168.63.129.16'],
])
/** The clouds that have addresses in IPv6, too: Amazon and Google. */
const metadata6: ReadonlySet<string> = new Set(
  ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254'].map((address) => String(ipv6Groups(address))),
)

/** The eight groups of an address; for IPv4, of the mapped address. */
function groupsOf(text: string): readonly number[] | undefined {
  const bare = text.replace(/^\[(.*)\]$/s, '$1')
  const [address = ''] = bare.includes(':') ? bare.split('%') : [bare]
  return ipv6Groups(address) ?? mapped(address) ?? mapped(inUrl(address))
}

/** A host as URLs have it: numbers in octal or hexadecimal, fewer than four of them, or digits in `%` become an address. */
const inUrl = (host: string): string =>
  !/[/\\?#@:]/.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''

function mapped(text: string): readonly number[] | undefined {
  const octets = ipv4Octets(text)
  const [a = 0, b = 0, c = 0, d = 0] = octets ?? []
  return octets && [0, 0, 0, 0, 0, 0xff_ff, a * 256 + b, c * 256 + d]
}

function ipv4sOf(groups: readonly number[]): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups
  const last = ipv4(g, h)
  if (a === 0x20_02) return [ipv4(b, c)]
  if (a === 0x20_01 && b === 0) return [ipv4(g ^ 0xff_ff, h ^ 0xff_ff)]
  if ((e & 0xfd_ff) === 0 && f === 0x5e_fe) return [last]
  if (a === 0x64 && b === 0xff_9b)
    return c === 1 ? [last, ...translated(groups)] : groups.slice(2, 6).every(isZero) ? [last] : []
  const isFilled = (d === 0 && e === 0 && f === 0xff_ff) || (d === 0 && e === 0xff_ff && f === 0)
  if (a !== 0 || b !== 0 || c !== 0 || !(isFilled || (d === 0 && e === 0 && f === 0))) return []
  return f === 0 && e === 0 && g === 0 && h === 1 ? [] : [last]
}

/** The addresses behind prefixes of 48, 56 and 64 bits, which have eight bits of zero in between (RFC 6052, 2.2). */
const translated = ([, , , d = 0, e = 0, f = 0, g = 0]: readonly number[]): readonly string[] => [
  ipv4(d, ((e & 255) << 8) | (f >>> 8)),
  ipv4(((d & 255) << 8) | (e & 255), f),
  ipv4(((e & 255) << 8) | (f >>> 8), ((f & 255) << 8) | (g >>> 8)),
]

const ipv4 = (high: number, low: number): string => [high >>> 8, high & 255, low >>> 8, low & 255].join('.')

const isZero = (group: number): boolean => group === 0
