import { problem } from '../../machine/errors/errors.ts'
import { BUCKETS } from '../../machine/secrets/hash.ts'
import { boundOf } from '../strategies/percentage.ts'
import type { Spelling } from './spelling.ts'

/** The smallest percentage above 0, and the smallest distance from 100. */
const SMALLEST = 100 / BUCKETS

/** Checks the percentage: a share above 0 must include some clients, and a share below 100 must exclude some. */
export const percentage: Spelling = {
  check({ percentage: share }) {
    if (typeof share !== 'number' || !(share > 0 && share < 100)) return {}
    const bound = boundOf(share)
    if (bound === 0) return { percentage: [problem('error.minimum', SMALLEST)] }
    return bound === BUCKETS ? { percentage: [problem('error.maximum', 100 - SMALLEST)] } : {}
  },
}
