import { idOf } from '../machine/records/resource.ts'
import type { Handlers, Output } from '../operation.ts'
import type { Searched } from '../slice.ts'
import type { searchContract } from './contract.ts'

/** The parts that a search needs. */
export interface SearchParts {
  /** The searched records of every slice, in order. */
  readonly searched: () => Promise<readonly Searched[]>
}

type Found = Output<ReturnType<typeof searchContract<string>>['search']>['results']

/** Finds records by id, kind by kind, among those the caller may see. */
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
