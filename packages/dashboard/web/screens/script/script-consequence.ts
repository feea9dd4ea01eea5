import { counted, listed } from '../../words/words.ts'
import type { Source } from '../scripting/use-run.ts'

/** The most features that are named. */
const MOST_NAMED = 3

/** Features by name, if they are few: `a, b and 2 more features`. */
export function named(ids: readonly string[]): string {
  const rest = ids.length - MOST_NAMED
  if (rest <= 1) return listed(ids)
  return listed([...ids.slice(0, MOST_NAMED), counted(rest, 'more feature')])
}

/** What happens to the features that use scripts when these are deleted; `undefined` if there are none. */
export function lossOf(users: readonly string[]): string | undefined {
  if (users.length === 0) return undefined
  const [use, are] = users.length === 1 ? ['uses', 'it is'] : ['use', 'they are']
  return `${counted(users.length, 'feature')} ${use} it: ${named(users)}. Without a script, ${are} inactive for everyone.`
}

interface Edited {
  readonly source: Source
}

/** What saving a script means for the features that use it. `users` is `undefined` while they are not known. */
export function consequenceOf(
  saved: Edited | undefined,
  draft: Edited,
  users: readonly string[] | undefined,
): readonly string[] {
  const isSame = saved?.source.script === draft.source.script && saved.source.type === draft.source.type
  if (!saved || isSame || users === undefined) return []
  if (users.length === 0) return ['No feature uses it.']
  return [`It decides ${named(users)} from the moment it is saved.`]
}
