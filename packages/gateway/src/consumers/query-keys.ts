import type { Exchange } from '../plugin-api/exchange.ts'
import { queryValues, withoutParameters } from '../request/query.ts'

/** The API keys of a query: all values of its parameters `client_id` and `client_secret`. */
export interface QueryKeys {
  readonly ids: readonly string[]
  readonly secrets: readonly string[]
}

/**
 * Cuts API keys from the query of a request, so that the backend does not get them, whether they are valid, or looked at.
 * Returns them, also if another slot has cut them before.
 */
export function cutQueryKeys(exchange: Exchange): QueryKeys {
  const { query, state } = exchange
  if (query === '') return (state.get(cut) as QueryKeys | undefined) ?? none
  const left = withoutParameters(query, names)
  if (left === query) return (state.get(cut) as QueryKeys | undefined) ?? none
  const keys = { ids: queryValues(query, 'client_id'), secrets: queryValues(query, 'client_secret') }
  state.set(cut, keys)
  exchange.query = left
  return keys
}

const names: ReadonlySet<string> = new Set(['client_id', 'client_secret'])
const none: QueryKeys = { ids: [], secrets: [] }

/** In `exchange.state`: the keys that were cut. */
const cut = Symbol('keys of the query')
