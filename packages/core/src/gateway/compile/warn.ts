import type { CompileWarning } from './compiled-route.ts'

/** Takes down what is odd, by JSON pointer. */
export type Warn = (pointer: string, message: string) => void

/** The same, for what is below a pointer. */
export const below =
  (warn: Warn, place: string): Warn =>
  (pointer, message) =>
    warn(place + pointer, message)

/** Warnings in the order they came, each once. */
export function collectWarnings() {
  const found = new Map<string, CompileWarning>()
  const warn: Warn = (pointer, message) => {
    found.set(`${pointer} ${message}`, { pointer, message })
  }
  return { warn, list: () => [...found.values()] }
}

/** Where in a list an id is: the first of it. Later ones are hidden, and warned of. */
export function placesById(list: readonly { readonly id: string }[], warn: Warn): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [place, { id }] of list.entries()) {
    if (places.has(id)) warn(`/${place}/id`, `The id ${id} is taken by an entry before this one, which hides it`)
    else places.set(id, place)
  }
  return places
}
