import type { Warn } from './warnings.ts'

/** Where in a list an id is: the first of it. Later ones are hidden, and warned of. */
export function placesById(list: readonly { readonly id: string }[], warn: Warn): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [place, { id }] of list.entries()) {
    if (places.has(id)) warn(`/${place}/id`, 'id.duplicate', id)
    else places.set(id, place)
  }
  return places
}
