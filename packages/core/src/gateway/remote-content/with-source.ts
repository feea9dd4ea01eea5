import { isObject } from '../../machine/json/json.ts'
import type { Documentation } from './remote-places.ts'

/** The members that the document of a source cannot set: they decide who sees what, and what is sold. */
const ownMembers = ['enabled', 'audience', 'source', 'plans'] as const

/** Lists that are joined, with the member that tells their entries apart. */
const lists = {
  resources: 'path',
  references: 'link',
  navigation: 'label',
  redirections: 'from',
} as const satisfies Partial<Record<keyof Documentation, string>>

/**
 * The documentation of an API with the document of its source under it. The members of the API win. Lists have the entries
 * of the API, then the entries of the document with other paths. The plans, `enabled`, `audience` and `source` of the document
 * are ignored. Pure.
 */
export function withSource(documentation: Documentation, remote: Documentation | undefined): Documentation {
  if (!remote) return documentation
  const under = Object.fromEntries(
    Object.entries(remote).filter(([name]) => !(ownMembers as readonly string[]).includes(name)),
  ) as Documentation
  const joined = Object.entries(lists).flatMap(([name, by]) => {
    const list = joinLists(documentation[name as keyof typeof lists], under[name as keyof typeof lists], by)
    return list.length > 0 ? [[name, list] as const] : []
  })
  const tags = [...new Set([...(documentation.tags ?? []), ...(under.tags ?? [])])]
  const metadata = { ...under.metadata, ...documentation.metadata }
  return {
    ...under,
    ...documentation,
    ...Object.fromEntries(joined),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

function joinLists(first: readonly unknown[] = [], second: readonly unknown[] = [], by: string): readonly unknown[] {
  const taken = new Set<string>()
  const isNew = (entry: unknown): boolean => {
    const place = placeOf(entry, by)
    if (place === undefined) return true
    const known = taken.has(place)
    taken.add(place)
    return !known
  }
  for (const entry of first) isNew(entry)
  return [...first, ...second.filter(isNew)]
}

/** What tells an entry apart; `undefined` if it has nothing of that kind. Paths are segments, or a text. */
function placeOf(entry: unknown, by: string): string | undefined {
  const value = isObject(entry) ? entry[by] : undefined
  const text = Array.isArray(value) ? value.join('/') : value
  if (typeof text !== 'string' || text === '') return undefined
  return by === 'path' ? text.replace(/^\/+|\/+$/g, '') : text
}
