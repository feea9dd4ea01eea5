import { conditionSchema } from '../conditions/condition-schema.ts'
import { defineSlice, type Named } from '../slice.ts'
import { lintOperation, segmentContract } from './contract.ts'
import type { SegmentParts } from './handlers.ts'
import { segmentSchema, segments } from './segment.ts'

const slice = defineSlice({
  name: 'segments',
  contract: { segments: segmentContract, lint: lintOperation },
  kinds: [segments],
  tags: { segments: 'Segments: groups of clients that rules refer to' },
  named: { Condition: conditionSchema, Segment: segmentSchema },
  examples: {
    Condition: {
      all: [{ segment: 'shop:staff' }, { not: { attribute: 'country', operator: 'is', values: ['FR', 'DE'] } }],
    },
    Segment: {
      id: 'shop:staff',
      when: { attribute: 'email', operator: 'endsWith', value: '@example.com' },
      included: ['ann'],
      excluded: ['robot'],
    },
  },
  open: async (parts: SegmentParts) => (await import('./handlers.ts')).segmentHandlers(parts),
})

/** The type of the slice, which declarations refer to by name. */
export interface SegmentSlice extends Named<typeof slice> {}

/** The slice of segments. */
export const segmentSlice: SegmentSlice = slice
