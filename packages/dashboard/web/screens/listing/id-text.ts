import { isId } from '../../tree/exact-patterns.ts'

/** Why a text is no id; `undefined` for ids. The service has the same rule. */
export function idProblem(text: string): string | undefined {
  if (text === '') return 'An id is required.'
  if (text.length > 512) return `An id has at most 512 characters, not ${text.length}.`
  if (/^\.{1,2}$/.test(text)) return 'An id can’t be . or .. because addresses can’t contain them.'
  if (isId(text)) return undefined
  return 'An id consists of letters, digits and _@.- in parts joined by single colons, such as shop:express.'
}

/** The groups that a text can continue with: those below its last colon whose names begin with the rest. */
export function groupsFor(text: string, keys: Iterable<string>, most = 8): string[] {
  const found: string[] = []
  for (const key of keys) {
    if (!key.startsWith(text) || `${key}:` === text) continue
    found.push(`${key}:`)
    if (found.length === most) break
  }
  return found
}
