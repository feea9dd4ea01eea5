/** An IP address as numbers. IPv4-mapped IPv6 addresses are IPv4. */
export interface Address {
  /** 4, 6, or 0 if the text is not an address. */
  version: 0 | 4 | 6
  /** IPv4: the first word. IPv6: four words of 32 bits, the highest first. */
  readonly words: Uint32Array
}

/** A place for `readAddress` to write to. */
export const emptyAddress = (): Address => ({ version: 0, words: new Uint32Array(4) })

/**
 * Reads an IPv4 address, or an IPv6 address in any form of RFC 4291, 2.2, into `into`. A zone (`%eth0`) is ignored.
 * Returns false if the text is not an address.
 */
export function readAddress(text: string, into: Address): boolean {
  into.version = text.includes(':') ? readIpv6(text, into.words) : readIpv4(text, into.words)
  return into.version !== 0
}

/**
 * The normal form of an address: IPv6 as RFC 5952 says, IPv4-mapped addresses as IPv4, without a zone. `undefined` if
 * the text is not an address.
 *
 * @example
 * normalAddress('::FFFF:10.0.0.1') // '10.0.0.1'
 * normalAddress('2001:DB8:0:0::1%eth0') // '2001:db8::1'
 */
export function normalAddress(text: string): string | undefined {
  if (!readAddress(text, scratch)) return undefined
  const { version, words } = scratch
  if (version === 6) return formatIpv6(words)
  const [word = 0] = words
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`
}

function readIpv4(text: string, words: Uint32Array): 0 | 4 {
  const value = ipv4Value(text, 0, text.length)
  if (value < 0) return 0
  words[0] = value
  return 4
}

/** The value of the IPv4 address between two places of a text; -1 if there is none. */
function ipv4Value(text: string, from: number, end: number): number {
  let value = 0
  let octet = -1
  let dots = 0
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code === DOT) {
      if (octet < 0 || ++dots > 3) return -1
      value = value * 256 + octet
      octet = -1
    } else {
      if (code < ZERO || code > NINE || octet === 0) return -1
      octet = octet < 0 ? code - ZERO : octet * 10 + code - ZERO
      if (octet > 255) return -1
    }
  }
  return octet < 0 || dots !== 3 ? -1 : value * 256 + octet
}

function readIpv6(text: string, words: Uint32Array): 0 | 4 | 6 {
  const zone = text.indexOf('%')
  if (zone === text.length - 1) return 0
  const end = zone < 0 ? text.length : zone
  const count = readGroups(text, end)
  if (count !== 8) return 0
  for (let i = 0; i < 4; i++) words[i] = groups[2 * i]! * 65_536 + groups[2 * i + 1]!
  if (words[0] !== 0 || words[1] !== 0 || words[2] !== 0xff_ff) return 6
  words[0] = words[3]!
  return 4
}

/** Reads the groups of an IPv6 address into `groups`. Returns their number: 8 if the text is an address. */
function readGroups(text: string, end: number): number {
  let count = 0
  let gap = -1
  let i = 0
  if (text.startsWith(':')) {
    if (!text.startsWith('::')) return 0
    gap = 0
    i = 2
  }
  while (i < end) {
    const start = i
    let value = 0
    for (let digit = hexDigit(text, i, end); digit >= 0; digit = hexDigit(text, ++i, end)) value = value * 16 + digit
    const isIpv4 = i < end && text.charCodeAt(i) === DOT
    if (count > (isIpv4 ? 6 : 7) || i === start || i - start > 4) return 0
    if (isIpv4) {
      const tail = ipv4Value(text, start, end)
      if (tail < 0) return 0
      groups[count++] = tail >>> 16
      groups[count++] = tail & 0xff_ff
      break
    }
    groups[count++] = value
    if (i === end) break
    if (text.charCodeAt(i++) !== COLON || i === end) return 0
    if (text.charCodeAt(i) !== COLON) continue
    if (gap >= 0) return 0
    gap = count
    i++
  }
  return gap < 0 ? count : count < 8 ? fillGap(gap, count) : 0
}

/** Moves the groups after `::` to the end, and fills the gap with zeros. */
function fillGap(gap: number, count: number): number {
  groups.copyWithin(gap + 8 - count, gap, count)
  groups.fill(0, gap, gap + 8 - count)
  return 8
}

function hexDigit(text: string, i: number, end: number): number {
  if (i >= end) return -1
  const code = text.charCodeAt(i)
  if (code >= ZERO && code <= NINE) return code - ZERO
  const letter = code | 32
  return letter >= LOWER_A && letter <= LOWER_F ? letter - LOWER_A + 10 : -1
}

function formatIpv6(words: Uint32Array): string {
  const hex = [...words].flatMap((word) => [word >>> 16, word & 0xff_ff])
  const [from, length] = longestZeros(hex)
  const text = (some: readonly number[]) => some.map((group) => group.toString(16)).join(':')
  return length < 2 ? text(hex) : `${text(hex.slice(0, from))}::${text(hex.slice(from + length))}`
}

/** The place and length of the longest run of zeros; the first one if there are several. */
function longestZeros(hex: readonly number[]): [from: number, length: number] {
  let longest: [number, number] = [0, 0]
  for (let from = 0, i = 0; i < hex.length; i++) {
    if (hex[i] !== 0) from = i + 1
    else if (i + 1 - from > longest[1]) longest = [from, i + 1 - from]
  }
  return longest
}

/** Addresses are read for each request, so the groups have one place. */
const groups = new Uint16Array(8)
const scratch = emptyAddress()

const DOT = 46
const COLON = 58
const ZERO = 48
const NINE = 57
const LOWER_A = 97
const LOWER_F = 102
