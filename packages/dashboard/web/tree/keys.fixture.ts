import fc from 'fast-check'

const segment = fc.constantFrom(
  'a',
  'b',
  'A',
  'a-b',
  'a.b',
  'a0',
  '_',
  '__proto__',
  'constructor',
  '@x',
  'Z'.repeat(100),
)

/** Keys that collide, nest, differ only in case, or have names of object members. */
export const keys = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join(':'))
