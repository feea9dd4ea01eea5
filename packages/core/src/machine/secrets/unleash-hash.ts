/** The buckets of Unleash. Apart from the other hashes, because clients load them with the first record that has rules. */
import { type HashState, murmur3 } from './hash.ts'

/** The bucket of Unleash, continuing from the state of `<group>:`: 0 to `of` - 1. Unleash counts from 1. */
export const unleashBucket = (text: string, from: HashState, of = 100): number => murmur3(text, from) % of

/** The number of Unleash's 100 buckets that a percentage covers. */
export const unleashBound = (percentage: number): number => Math.floor(percentage)

/** The seed with which Unleash hashes variants. */
export const UNLEASH_VARIANTS = 86028157
