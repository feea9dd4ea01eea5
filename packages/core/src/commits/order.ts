import { isScripted, kinds, keyOf as targetKey, usedBy } from '../targeting/target.ts'

/** A change of a record in a commit. */
export interface Ordered {
  /** The name of the kind in paths. */
  readonly kind: string
  readonly id: string | undefined
  /** The record to write, or the one to delete. */
  readonly record: unknown
}

/**
 * Puts changes into the order of the kinds, and records that others of the changes refer to before those. Changes of the same
 * record keep their order. Features that only a script decides come last if others refer to them: no condition can begin to
 * refer to one.
 */
export function inOrder<C extends Ordered>(kindNames: readonly string[], changes: readonly C[]): C[] {
  const rank = new Map(kindNames.map((kind, place) => [kind, place]))
  const groups = Map.groupBy(
    changes.toSorted((a, b) => (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0)),
    (change) => keyOf(change) ?? change,
  )
  const usesOf = new Map(
    [...groups].map(([key, group]) => [key, group.flatMap(({ record }) => [...usedBy(record).keys()])]),
  )
  const used = new Set([...usesOf.values()].flat())
  const late = new Set(
    [...groups].flatMap(([key, group]) =>
      used.has(key as string) && group.some(({ record }) => isScripted(record)) ? [key] : [],
    ),
  )
  const ordered: C[] = []
  const visited = new Set<unknown>()
  const visit = (key: string | C): void => {
    const group = groups.get(key)
    if (!group || visited.has(key) || late.has(key)) return
    visited.add(key)
    for (const use of usesOf.get(key) ?? []) visit(use)
    ordered.push(...group)
  }
  for (const key of groups.keys()) visit(key)
  for (const key of late) ordered.push(...(groups.get(key) ?? []))
  return ordered
}

const nouns = new Map(Object.entries(kinds).map(([noun, { collection }]) => [collection, noun as keyof typeof kinds]))

/** The key by which other records refer to this one; for other kinds, one of its own. */
function keyOf({ kind, id }: Ordered): string | undefined {
  const noun = nouns.get(kind as never)
  if (id === undefined) return undefined
  return noun ? targetKey({ kind: noun, id }) : `${kind}/${id}`
}
