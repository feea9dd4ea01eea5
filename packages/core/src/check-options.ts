import { nearest } from './nearest.ts'

/**
 * Refuses options that a function does not take: a misspelt one would be ignored without a word. Throws a TypeError that names each,
 * with the option that is most like it. `taken` has a member for each option: `{ … } satisfies Record<keyof Options, true>`.
 */
export function checkOptions(what: string, options: object, taken: Readonly<Record<string, true>>): void {
  const given = options as Readonly<Record<string, unknown>>
  const unknown = Object.keys(given).filter((name) => given[name] !== undefined && !Object.hasOwn(taken, name))
  if (unknown.length === 0) return
  const names = Object.keys(taken)
  const told = unknown.map((name) => {
    const like = nearest(name, names)
    return `${name}${like === undefined ? '' : ` (did you mean ${like}?)`}`
  })
  throw new TypeError(`${what} does not take the option ${told.join(', ')}; its options are ${names.join(', ')}`)
}
