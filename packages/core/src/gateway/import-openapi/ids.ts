import { KEYS_ROUTE, TOKEN_ROUTE, USAGE_ROUTE } from '../reserved-ids.ts'

/** Maximum length of an id made from a name. */
const MOST_CHARACTERS = 200

/** Creates unique ids from names: letters, digits and `_@.-`. `taken` are ids already in use. */
export function createIds(taken: Iterable<string> = []): (...names: readonly string[]) => string {
  const used = new Set([...taken, TOKEN_ROUTE, KEYS_ROUTE, USAGE_ROUTE])
  const next = new Map<string, number>()
  return (...names) => {
    const wanted = names.map(fit).find((name) => name !== '') ?? 'unnamed'
    let id = wanted
    for (let n = next.get(wanted) ?? 2; used.has(id); n++) {
      id = `${wanted}-${n}`
      next.set(wanted, n + 1)
    }
    used.add(id)
    return id
  }
}

const fit = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^\w@.-]+/g, '-')
    .slice(0, MOST_CHARACTERS)
    .replace(/^[-.]+|[-.]+$/g, '')
