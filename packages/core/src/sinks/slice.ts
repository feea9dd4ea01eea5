import type { Domains } from '../machine/callers/domains.ts'
import { defineSlice } from '../slice.ts'
import { sinkContract } from './contract.ts'
import type { SinkParts } from './handlers.ts'

/** The slice of sinks, for events of these domains and types. */
export const sinkSlice = (domains: Domains) =>
  defineSlice({
    name: 'sinks',
    contract: { sinks: sinkContract },
    tags: { sinks: 'Sinks: where the event log is copied to; only for admins' },
    open: async (parts: SinkParts) => (await import('./handlers.ts')).sinkHandlers(parts, domains),
  })
