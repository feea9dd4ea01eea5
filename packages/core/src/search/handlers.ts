import type { Handlers, Output } from '../operation.ts'
import { idOf } from '../records/resource.ts'
import type { Searched } from '../slice.ts'
import type { searchContract } from './contract.ts'

/** What a search looks through. */
export interface SearchParts {
  /** The records of every slice that has some, in its order. */
  readonly searched: () => Promise<readonly Searched[]>
}

type Found = Output<ReturnType<typeof searchContract<string>>['search']>['results']

/** Finds records by their ids, kind by kind, as far as the caller may see them. */
export function searchHandlers({ searched }: SearchParts): {
  handlers: Handlers<ReturnType<typeof searchContract<string>>>
} {
  return {
    handlers: {
      async search({ pattern, limit = 50 }, call) {
        const results: Found = []
        for (const { resource, scan } of await searched())
          for await (const record of scan(pattern, call)) {
            if (results.length === limit) return { results }
            results.push({ domain: resource.domain, id: idOf(resource, record) })
          }
        return { results }
      },
    },
  }
}
