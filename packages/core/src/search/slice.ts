import type { Domains } from '../machine/callers/domains.ts'
import { defineSlice } from '../slice.ts'
import { searchContract } from './contract.ts'
import type { SearchParts } from './handlers.ts'

/** The slice of the search over records of these domains. */
export const searchSlice = <const D extends string>(domains: Domains<D>) =>
  defineSlice({
    name: 'search',
    contract: searchContract(domains),
    tags: { service: 'Health and search' },
    async open(parts: SearchParts) {
      const { searchHandlers } = await import('./handlers.ts')
      return { handlers: searchHandlers(parts).handlers as never } // the handlers take any names of domains
    },
  })
