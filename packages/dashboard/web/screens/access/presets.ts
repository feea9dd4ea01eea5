import type { Grant } from '../grants/grant-words.ts'

/** Grants that a new API key can begin with. */
export interface Preset {
  readonly id: 'program' | 'ci' | 'operator' | 'none'
  readonly label: string
  /** What the key can do, in a sentence. */
  readonly means: string
  readonly grants: readonly Grant[]
}

/** Reads flags, and reports what clients of experiments see and do: that needs no other right. */
const program: Grant = { pattern: '*', rights: [], domains: ['Feature', 'Segment', 'Config', 'Experiment'] }

/** The presets, the safest first: a program that evaluates flags needs no more. */
export const presets: readonly Preset[] = [
  {
    id: 'program',
    label: 'Program (read)',
    means: 'It can read flags, configs and experiments, and nothing else.',
    grants: [program],
  },
  {
    id: 'ci',
    label: 'CI',
    means: 'It can read, create and update flags, segments, configs and experiments. It can’t delete anything.',
    grants: [{ ...program, rights: ['C', 'U'] }],
  },
  {
    id: 'operator',
    label: 'Operator',
    means:
      'It can do everything that doesn’t need an admin: it can delete flags and publish APIs, but not manage users or keys.',
    grants: [{ pattern: '*', domains: ['*'] }],
  },
  {
    id: 'none',
    label: 'No access',
    means: 'It has no access until you add a grant.',
    grants: [],
  },
]

/** The preset with an id. */
export const presetOf = (id: Preset['id']): Preset => presets.find((one) => one.id === id)!
