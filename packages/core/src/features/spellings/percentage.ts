import { problem } from '../../errors.ts'
import { BUCKETS } from '../../hash.ts'
import { boundOf } from '../strategies/percentage.ts'
import type { Spelling } from './spelling.ts'

/** The smallest share that is told from nothing; as much below 100 is told from all. */
const SMALLEST = 100 / BUCKETS

/** The share of PERCENTAGE: one between nobody and everybody has clients in it, and clients outside of it. */
export const percentage: Spelling = {
  check({ percentage: share }) {
    if (typeof share !== 'number' || !(share > 0 && share < 100)) return {}
    const bound = boundOf(share)
    if (bound === 0) return { percentage: [problem('error.minimum', SMALLEST)] }
    return bound === BUCKETS ? { percentage: [problem('error.maximum', 100 - SMALLEST)] } : {}
  },
}
