/** The two hashes that assign users to buckets. Neither allocates, because each check runs them. */

/** The state of a murmur3 hash: `h` mixed blocks, `k` the current block, `n` bytes read. */
export interface HashState {
  readonly h: number
  readonly k: number
  readonly n: number
}

let h = 0
let k = 0
let n = 0

/** Reads the UTF-8 bytes of a string. A lone surrogate counts as U+FFFD, as in `TextEncoder`. */
function absorb(text: string): void {
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i)
    if (code < 0x80) {
      byte(code)
      continue
    }
    if (code >= 0xd800 && code < 0xe000) {
      const low = code < 0xdc00 ? text.charCodeAt(i + 1) : Number.NaN
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
        i++
      } else code = 0xfffd
    }
    if (code < 0x800) byte(0xc0 | (code >> 6))
    else {
      if (code < 0x10000) byte(0xe0 | (code >> 12))
      else {
        byte(0xf0 | (code >> 18))
        byte(0x80 | ((code >> 12) & 63))
      }
      byte(0x80 | ((code >> 6) & 63))
    }
    byte(0x80 | (code & 63))
  }
}

function byte(value: number): void {
  k |= value << ((n & 3) << 3)
  if ((++n & 3) !== 0) return
  h = mix(h, k)
  k = 0
}

const mix = (hash: number, block: number): number => (Math.imul(rotate(hash ^ scramble(block), 13), 5) + 0xe6546b64) | 0
const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by))
const scramble = (x: number): number => Math.imul(rotate(Math.imul(x, 0xcc9e2d51), 15), 0x1b873593)
const avalanche = (x: number): number => {
  let y = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  y = Math.imul(y ^ (y >>> 13), 0xc2b2ae35)
  return y ^ (y >>> 16)
}

function resume(state: HashState): void {
  h = state.h
  k = state.k
  n = state.n
}

/** The state after a prefix. Hash the prefix once and continue with many suffixes. */
export function hashState(text: string, seed = 0): HashState {
  resume({ h: seed | 0, k: 0, n: 0 })
  absorb(text)
  return { h, k, n }
}

/** murmur3 x86-32 of the UTF-8 bytes of a string, continuing from a state: an unsigned 32-bit integer. */
export function murmur3(text: string, from: HashState): number {
  return signedMurmur3(text, from) >>> 0
}

/** Reads ASCII (most ids) in local variables, which takes half the time. Any other string starts again byte by byte. */
function signedMurmur3(text: string, from: HashState): number {
  let hash = from.h
  let block = from.k
  let shift = (from.n & 3) << 3
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x80) return beyondAscii(text, from)
    block |= code << shift
    shift = (shift + 8) & 31
    if (shift !== 0) continue
    hash = mix(hash, block)
    block = 0
  }
  return finish(hash, block, from.n + text.length)
}

function beyondAscii(text: string, from: HashState): number {
  resume(from)
  absorb(text)
  return finish(h, k, n)
}

/** An empty block scrambles to 0. */
const finish = (hash: number, block: number, length: number): number => avalanche(hash ^ scramble(block) ^ length)

/** The number of buckets. Each is a thousandth of a percent. */
export const BUCKETS = 100_000

/**
 * The bucket of a string, continuing from a state: 0 to 99,999.
 *
 * @example
 * bucketOf('ann', hashState('shop:express:')) // the same as hashing 'shop:express:ann' at once
 */
export const bucketOf = (text: string, from: HashState): number =>
  Math.floor(((signedMurmur3(text, from) >>> 0) * BUCKETS) / 2 ** 32)

/**
 * The number that a hash must be below for its bucket to be below `bound`. Comparing hashes saves computing the bucket.
 * Rounding does not change a comparison: integer results are exact, and others are too far from any integer.
 */
export const hashBelow = (bound: number): number => (bound * 2 ** 32) / BUCKETS

/** The buckets at which shares end that follow each other: integers, the last of which is exact. Shares are fractions of 1. */
export function bucketBounds(shares: readonly number[]): number[] {
  let sum = 0
  return shares.map((share, i) => {
    sum += share
    return i === shares.length - 1 ? BUCKETS : Math.round(BUCKETS * sum)
  })
}

/**
 * The bucket in the previous feature service, 0 to 99: Scala's `MurmurHash3.stringHash` (UTF-16 units in pairs), then `abs` and
 * `mod 100`.
 */
export function classicBucket(text: string): number {
  const hash = Math.abs(scalaStringHash(text))
  return hash === 2 ** 31 ? 0 : hash % 100
}

/** Scala's `MurmurHash3.stringHash`, a signed 32-bit integer. */
export function scalaStringHash(text: string): number {
  let hash = 0xf7ca7fd2 | 0
  let i = 0
  for (; i + 1 < text.length; i += 2) {
    const pair = (text.charCodeAt(i) << 16) + text.charCodeAt(i + 1)
    hash = (Math.imul(rotate(hash ^ scramble(pair), 13), 5) + 0xe6546b64) | 0
  }
  if (i < text.length) hash ^= scramble(text.charCodeAt(i))
  return avalanche(hash ^ text.length)
}
