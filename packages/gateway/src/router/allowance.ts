import type { CompiledRoute } from '@signalbox/core/gateway'

type Allowance = CompiledRoute['frontend']['allow'][number]

const bits = {
  'raw-bytes': 1,
  'encoded-slash': 2,
  'path-parameters': 4,
  'empty-segments': 8,
} satisfies Record<Allowance, number>

/** The bits of what a route allows in request paths. */
export const allowanceOf = (allow: readonly Allowance[]): number => allow.reduce((all, one) => all | bits[one], 0)

/** The names of the bits. */
export const allowanceNames = (given: number): readonly string[] =>
  Object.entries(bits).flatMap(([name, bit]) => (given & bit ? [name] : []))
