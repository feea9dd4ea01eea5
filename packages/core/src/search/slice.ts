import type { Domains } from '../callers/domains.ts'
import { defineSlice } from '../slice.ts'
import { searchContract } from './contract.ts'
import type { SearchParts } from './handlers.ts'

/** Finding records of these domains. */
export const searchSlice = <const D extends string>(domains: Domains<D>) =>
  defineSlice({
    name: 'search',
    contract: searchContract(domains),
    tags: { service: 'The service as a whole' },
    async open(parts: SearchParts) {
      const { searchHandlers } = await import('./handlers.ts')
      return { handlers: searchHandlers(parts).handlers as never } // to them the names of domains are texts
    },
  })
