import { isObject, own } from '../json/json.ts'
import type { AuthorizedPatterns } from './grants-schema.ts'
import { isGrantedByDefault, type Right } from './rights.ts'

type Grant = AuthorizedPatterns[number]

/** Converts the two short spellings of grants: `"a:*"` (all rights) and `"a:*$$$CR,b:*"` (rights after `$$$`). */
export function normalizeGrants(value: unknown): unknown {
  if (typeof value === 'string') return fromText(value)
  if (!Array.isArray(value)) return value
  return value.flatMap((one) => (typeof one === 'string' ? fromText(one) : [one]))
}

const fromText = (text: string): Grant[] =>
  text
    .split(',')
    .filter((one) => one.trim() !== '')
    .map((one) => {
      const [pattern = '', ...letters] = one.trim().split('$$$')
      return letters.length === 0 ? { pattern } : { pattern, rights: [...letters.join('$$$')] as Right[] }
    })

/** The member with grants in the first versions of the previous feature service. */
const EARLIER_NAME = 'authorizedPattern'

/** Normalizes the grants of a record before validation, in `authorizedPatterns` or the older `authorizedPattern`. */
export function withNormalGrants(record: unknown): unknown {
  if (!isObject(record)) return record
  if (record[EARLIER_NAME] !== undefined && record.authorizedPatterns === undefined) {
    record.authorizedPatterns = record[EARLIER_NAME]
    delete record[EARLIER_NAME]
  }
  if (record.authorizedPatterns !== undefined) record.authorizedPatterns = normalizeGrants(record.authorizedPatterns)
  return record
}

/** Maps a pointer into normalized grants to a pointer into the grants that were sent. */
export function grantsAsSent(pointer: string, sent: unknown): string {
  const isEarlier = isObject(sent) && own(sent, 'authorizedPatterns') === undefined && EARLIER_NAME in sent
  return isEarlier ? pointer.replace(/^\/authorizedPatterns(?=\/|$)/, `/${EARLIER_NAME}`) : pointer
}

interface Wanted {
  readonly right: Right
  readonly domain: string
  /** Whether grants without domains cover a domain. @default as kinds of records declare */
  readonly isDefault?: (domain: string) => boolean
}

/** The pattern list of the keys on which grants give a right in a domain; the empty string if there are none. */
export function patternsFor(
  grants: AuthorizedPatterns,
  { right, domain, isDefault = isGrantedByDefault }: Wanted,
): string {
  return grants
    .filter((grant) => gives(grant, right) && covers(grant, domain, isDefault))
    .map(({ pattern }) => pattern)
    .join(',')
}

/** Whether a grant includes a right. */
export const gives = ({ rights: given }: Grant, right: Right): boolean =>
  right === 'R' || !given || given.includes(right)

/** Whether a grant covers a domain. */
export const covers = ({ domains }: Grant, domain: string, isDefault: (domain: string) => boolean): boolean =>
  domains ? domains.includes('*') || domains.includes(domain) : isDefault(domain)
