import { idOf } from '../../values/id-of.ts'
import { counted } from '../../words/words.ts'
import type { ListedGrantee } from './grantees.ts'

/** What a user or a key may do, in a word or two: `admin`, `3 grants`, `no grants`. */
export const rightsWords = ({ admin, authorizedPatterns = [] }: ListedGrantee): string =>
  admin === true ? 'admin' : authorizedPatterns.length === 0 ? 'no grants' : counted(authorizedPatterns.length, 'grant')

/** What is said of a user whose password somebody else chose. */
export const TEMPORARY = 'temporary password'

/** The users or keys that a search finds: every word is in the id, the name, the e-mail address or the words of the row. */
export function foundGrantees(grantees: readonly ListedGrantee[], search: string): readonly ListedGrantee[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return grantees
  return grantees.filter((one) => {
    const { name, email = '', temporary = false } = one
    const text = [idOf(one), name, email, rightsWords(one), temporary ? TEMPORARY : ''].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
