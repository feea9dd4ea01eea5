import { emptyAddress, readAddress } from './read-address.ts'

/**
 * Compiles a list of addresses into a test for membership. Entries are addresses, ranges in CIDR form (`10.0.0.0/8`,
 * `2001:db8::/32`), and IPv4 addresses that end with a star (`10.0.*`). IPv4-mapped IPv6 addresses are IPv4, in the
 * list and in the test; `::/0` contains all IPv6 addresses, but no IPv4 address. The test returns false for a text that
 * is not an address. Throws a `RangeError` for an invalid entry.
 *
 * @example
 * const isPrivate = compileAddresses(['10.0.0.0/8', '192.168.*', 'fc00::/7'])
 * isPrivate('::ffff:10.1.2.3') // true
 */
export function compileAddresses(list: readonly string[]): (address: string) => boolean {
  const tries = { 4: emptyTrie(), 6: emptyTrie() }
  for (const entry of list) {
    const { version, words, bits } = rangeOf(entry)
    addRange(tries[version], words, bits)
  }
  return (address) =>
    readAddress(address, scratch) && scratch.version !== 0 && hasAddress(tries[scratch.version], scratch.words)
}

interface Range {
  readonly version: 4 | 6
  readonly words: Uint32Array
  readonly bits: number
}

function rangeOf(entry: string): Range {
  const [text = '', length] = withoutStar(entry).split(/\/(?=\d{1,3}$)/)
  const address = emptyAddress()
  readAddress(text, address)
  const { version, words } = address
  const isMapped = version === 4 && text.includes(':')
  const most = isMapped ? 128 : version === 4 ? 32 : 128
  const bits = Number(length ?? most)
  if (version === 0 || bits > most || (text.includes('%') && length !== undefined))
    throw new RangeError(`"${entry}" is invalid: expected an address, a range such as 10.0.0.0/8, or 10.0.*`)
  if (!isMapped) return { version, words, bits }
  return bits >= 96 ? { version, words, bits: bits - 96 } : { version: 6, words: MAPPED, bits }
}

/** `10.0.*` as a range: `10.0.0.0/16`. */
function withoutStar(entry: string): string {
  if (!/^\d+(\.\d+){0,2}\.\*$/.test(entry)) return entry
  const octets = entry.split('.').slice(0, -1)
  return `${[...octets, 0, 0, 0].slice(0, 4).join('.')}/${8 * octets.length}`
}

/** `::ffff:0:0`. */
const MAPPED = Uint32Array.of(0, 0, 0xff_ff, 0)

/**
 * A binary trie in one list. The first item is the root. The value of an item is `NONE`, `ALL`, or the place of its two
 * items for the next bit.
 */
type Trie = number[]
const NONE = 0
const ALL = -1

const emptyTrie = (): Trie => [NONE]

const bitOf = (words: Uint32Array, i: number): number => (words[i >>> 5]! >>> (31 - (i & 31))) & 1

function addRange(trie: Trie, words: Uint32Array, bits: number): void {
  let place = 0
  for (let i = 0; i < bits; i++) {
    if (trie[place] === ALL) return
    if (trie[place] === NONE) {
      trie[place] = trie.length
      trie.push(NONE, NONE)
    }
    place = trie[place]! + bitOf(words, i)
  }
  trie[place] = ALL
}

function hasAddress(trie: Trie, words: Uint32Array): boolean {
  let next = trie[0]!
  for (let i = 0; next > 0; i++) next = trie[next + bitOf(words, i)]!
  return next === ALL
}

/** Addresses are tested for each request, so they are read into one place. */
const scratch = emptyAddress()
