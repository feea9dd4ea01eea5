import type { MemberChange } from './changes.ts'
import { isSame, memberOf } from './is-same.ts'
import { isObject, partsOf } from './parts-of.ts'
import { below, withMember } from './pointer.ts'

/** A member that was changed on both sides, in different ways. */
export interface Conflict extends MemberChange {
  /** What the other saved. */
  readonly theirs: unknown
}

/** Two edits of the same value, merged. */
export interface Merged {
  /** Mine, with the changes of theirs that do not touch it. Conflicting members are mine. */
  readonly value: unknown
  readonly conflicts: readonly Conflict[]
}

/** Three values of a member: what both sides began with, and what each has now. */
export interface Sides {
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

/**
 * Merges two edits by member. Members that only one side changed are taken from that side; equal changes are no
 * conflict. `together` lists members that only make sense together, the first of which decides: if the sides disagree
 * on it, the others are not merged member by member.
 */
export function merge(sides: Sides, together: readonly (readonly string[])[] = []): Merged {
  const conflicts: Conflict[] = []
  const { base, mine } = sides
  const theirs = together.reduce(
    (theirs, names) => withoutMixing({ base, mine, theirs }, names, conflicts),
    sides.theirs,
  )
  return { value: mergeAt({ base, mine, theirs }, '', conflicts), conflicts }
}

/** Theirs with the members of mine that must not be mixed with theirs. Adds them to the conflicts. */
function withoutMixing({ base, mine, theirs }: Sides, names: readonly string[], conflicts: Conflict[]): unknown {
  if (!isObject(mine) || !isObject(theirs) || !isObject(base)) return theirs
  const [first = ''] = names
  if (isSame(memberOf(mine, first), memberOf(theirs, first))) return theirs
  const isChanged = (value: object) => names.some((name) => !isSame(memberOf(value, name), memberOf(base, name)))
  if (!isChanged(mine) || !isChanged(theirs)) return theirs
  let result: object = theirs
  for (const name of names) {
    const [was, now, other] = [memberOf(base, name), memberOf(mine, name), memberOf(theirs, name)]
    if (!isSame(now, other)) conflicts.push({ pointer: below('', name), was, now, theirs: other })
    result = withMember(result, name, now)
  }
  return result
}

/** Merges one member, and adds to the conflicts. */
function mergeAt({ base, mine, theirs }: Sides, pointer: string, conflicts: Conflict[]): unknown {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine
  if (isSame(base, mine)) return theirs
  const parts = partsOfAll({ base, mine, theirs })
  if (!parts) {
    conflicts.push({ pointer, was: base, now: mine, theirs })
    return mine
  }
  const merged = parts.map((name): [string, unknown] => {
    const of = (value: unknown) => (value === undefined ? undefined : memberOf(value as object, name))
    return [name, mergeAt({ base: of(base), mine: of(mine), theirs: of(theirs) }, below(pointer, name), conflicts)]
  })
  if (Array.isArray(mine)) return merged.map(([, item]) => item)
  return Object.fromEntries(merged.filter(([, member]) => member !== undefined))
}

/** The parts of a member that all sides have in common; `undefined` if the member is merged as a whole. */
function partsOfAll({ base, mine, theirs }: Sides): readonly string[] | undefined {
  if (isObject(mine) && isObject(theirs) && (base === undefined || isObject(base)))
    return [...new Set([...partsOf(base ?? {}, mine)!, ...partsOf({}, theirs)!])]
  const parts = partsOf(base, mine)
  return parts && partsOf(base, theirs) ? parts : undefined
}
