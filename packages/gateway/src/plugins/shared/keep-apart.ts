import { addVary } from '../../headers/add-vary.ts'
import type { HeaderEdits } from '../../headers/header-view.ts'
import { makePrivate } from '../../headers/make-private.ts'
import type { ClientSource } from '../../request/client-id.ts'

/**
 * Keeps caches from giving a response for one client to others: by `Vary` if a header or a cookie has the id of the client,
 * and by `Cache-Control: private` if its address or consumer has. A parameter of the query is in the URL anyway.
 */
export function keepApart({ from, name }: ClientSource, headers: HeaderEdits): undefined {
  if (from === 'cookie') addVary(headers, 'Cookie')
  else if (from === 'header' && name !== undefined) addVary(headers, name)
  else if (from === 'ip' || from === 'consumer') makePrivate(headers)
}
