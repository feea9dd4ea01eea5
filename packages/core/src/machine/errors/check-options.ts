import { nearest } from './nearest.ts'

/**
 * Rejects unknown options, because a misspelled option would silently be ignored. Throws a TypeError that names each
 * unknown option and the most similar known one. `taken` has a member for each option.
 *
 * @example
 * const names = { path: true, timeout: true } as const satisfies Record<keyof Options, true>
 * checkOptions('openStore', options, names) // throws for { timeot: 5 } and suggests timeout
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
