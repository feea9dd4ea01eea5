import { attributeOf, type MixedFeature, type User } from '../workload.ts'
import { type Setup, toInstant } from './candidate.ts'

/**
 * What a developer would write for exactly these features: a map of closures, with everything precomputed. It gives the
 * same answers as Signalbox for ASCII ids; the run checks that.
 */
export const handWritten: Setup = async (features) => {
  const tests = new Map(features.map((feature) => [feature.id, toTest(feature)]))
  return {
    name: 'map of closures, by hand',
    hash: 'signalbox',
    isActive: (id, context) => tests.get(id)?.(context as User) ?? false,
    toContext: (user) => user,
    close() {},
  }
}

/** The closure for one feature. */
export function toTest(feature: MixedFeature): (user: User) => boolean {
  if (!feature.enabled) return () => false
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return () => true
    case 'DATE_RANGE': {
      const from = toInstant(feature.parameters.from)
      const until = toInstant(feature.parameters.to) + 1000
      return () => {
        const now = Date.now()
        return from <= now && now < until
      }
    }
    case 'CUSTOMERS_LIST': {
      const customers = new Set(feature.parameters.customers)
      return (user) => customers.has(user.id)
    }
    case 'RULES': {
      const { attribute, isMinimum, values } = attributeOf(feature)
      const [value] = values
      if (isMinimum) return (user) => (user[attribute] as number) >= (value as number)
      if (values.length === 1) return (user) => user[attribute] === value
      const listed = new Set<unknown>(values)
      return (user) => listed.has(user[attribute])
    }
    case 'PERCENTAGE': {
      const prefix = `${feature.id}:`
      const bound = Math.round(feature.parameters.percentage * 1000)
      return (user) => Math.floor((murmur3(prefix, user.id) * 100_000) / 2 ** 32) < bound
    }
  }
}

/** murmur3 x86-32 of two ASCII texts, concatenated. */
function murmur3(first: string, second: string): number {
  const length = first.length + second.length
  const at = (i: number) => (i < first.length ? first.charCodeAt(i) : second.charCodeAt(i - first.length))
  let hash = 0
  let i = 0
  for (; i + 4 <= length; i += 4) {
    hash ^= scramble(at(i) | (at(i + 1) << 8) | (at(i + 2) << 16) | (at(i + 3) << 24))
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  let rest = 0
  for (let shift = 0; i < length; i++, shift += 8) rest |= at(i) << shift
  hash ^= scramble(rest) ^ length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function scramble(block: number): number {
  const product = Math.imul(block, 0xcc9e2d51)
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593)
}
