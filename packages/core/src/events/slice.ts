import type { Domains } from '../machine/callers/domains.ts'
import { changeEventSchema } from '../machine/log/event.ts'
import { defineSlice } from '../slice.ts'
import { eventContract } from './contract.ts'
import type { EventParts } from './handlers.ts'

/** The slice of the change event streams of these domains. */
export const eventSlice = <const D extends string, const T extends string>(domains: Domains<D, T>) =>
  defineSlice({
    name: 'events',
    contract: { events: eventContract(domains) },
    tags: { events: 'Change events, as server-sent events' },
    named: { ChangeEvent: changeEventSchema(domains as Domains) },
    examples: {
      ChangeEvent: {
        _id: 1_767_225_600_000_001,
        type: 'FEATURE_CREATED',
        domain: 'Feature',
        key: 'shop:express',
        payload: {
          id: 'shop:express',
          enabled: true,
          activationStrategy: 'PERCENTAGE',
          parameters: { percentage: 20 },
        },
        timestamp: '2026-01-01T00:00:00.000',
      },
    },
    async open(parts: EventParts) {
      const { eventHandlers } = await import('./handlers.ts')
      const { handlers, openStreams } = eventHandlers(parts, domains)
      return { handlers: handlers as never, openStreams } // the handlers take any names of domains
    },
  })
