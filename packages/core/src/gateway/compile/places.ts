import type { Warn } from './warnings.ts'

/** The index of each id in a list. Warns about duplicates, which the first entry hides. */
export function placesById(list: readonly { readonly id: string }[], warn: Warn): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [place, { id }] of list.entries()) {
    if (places.has(id)) warn(`/${place}/id`, 'id.duplicate', id)
    else places.set(id, place)
  }
  return places
}
