import { defineSlice } from '../slice.ts'
import { eventContract } from './contract.ts'
import { changeEventSchema } from './event.ts'
import type { EventParts } from './handlers.ts'

/** The streams of what changed. */
export const eventSlice = defineSlice({
  name: 'events',
  contract: { events: eventContract },
  tags: { events: 'What changed, as server-sent events' },
  named: { ChangeEvent: changeEventSchema },
  examples: {
    ChangeEvent: {
      _id: 1_767_225_600_000_001,
      type: 'FEATURE_CREATED',
      domain: 'Feature',
      key: 'shop:express',
      payload: { id: 'shop:express', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 20 } },
      timestamp: '2026-01-01T00:00:00.000',
    },
  },
  open: async (parts: EventParts) => (await import('./handlers.ts')).eventHandlers(parts),
})
