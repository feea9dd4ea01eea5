import { type AuthorizedPatterns, fitsParts, toCaller } from '@signalbox/core/access'

/** What members of some groups of the identity provider may do. */
export interface GroupRule {
  /** The name of a group; `*` stands for any characters. */
  readonly group: string
  readonly admin?: boolean
  readonly authorizedPatterns?: AuthorizedPatterns
}

/** What a user may do. */
export interface Rights {
  readonly admin: boolean
  readonly authorizedPatterns: AuthorizedPatterns
}

/**
 * Reads rules from a list, or from a text: rules separated by `;`, each a group, `=`, and `admin` or grants such as
 * `shop:*$$$RU,site:*$$$R`. `undefined` if they are invalid.
 */
export function readGroupRules(value: unknown): readonly GroupRule[] | undefined {
  const rows = typeof value === 'string' ? fromText(value) : value
  if (!Array.isArray(rows)) return undefined
  const rules = rows.map(readRule)
  return rules.every((rule) => rule !== undefined) ? rules : undefined
}

/** The longest name of a group, in characters. Users may choose names at some providers. */
const MOST_NAME_CHARACTERS = 1024

/** The rights of a member of these groups: the rights of all rules that apply. Groups with longer names are ignored. */
export function rightsOf(groups: readonly string[], rules: readonly GroupRule[]): Rights {
  const names = groups.filter((name) => name.length <= MOST_NAME_CHARACTERS)
  const applying = rules.filter(({ group }) => {
    const parts = group.split('*')
    return names.some((name) => fitsParts(parts, name))
  })
  return {
    admin: applying.some(({ admin }) => admin === true),
    authorizedPatterns: applying.flatMap(({ authorizedPatterns = [] }) => authorizedPatterns),
  }
}

/** Names of groups may contain `=`, grants do not. */
const fromText = (text: string): unknown[] =>
  text
    .split(';')
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [, group, rights] = /^(.*)=([^=]*)$/s.exec(row) ?? []
      const given = rights?.trim()
      const named = { group: group?.trim() }
      return given === 'admin' ? { ...named, admin: true } : { ...named, authorizedPatterns: given }
    })

const members = new Set(['group', 'admin', 'authorizedPatterns'])

function readRule(row: unknown): GroupRule | undefined {
  if (typeof row !== 'object' || row === null || Object.keys(row).some((name) => !members.has(name))) return undefined
  const { group, admin = false, authorizedPatterns = [] } = row as Readonly<Record<string, unknown>>
  if (typeof group !== 'string' || group === '' || typeof admin !== 'boolean') return undefined
  const grants = readGrants(authorizedPatterns)
  if (!grants || (!admin && grants.length === 0)) return undefined
  return { group, ...(admin && { admin }), ...(grants.length > 0 && { authorizedPatterns: grants }) }
}

/** Grants in the forms of an API key. */
function readGrants(given: unknown): AuthorizedPatterns | undefined {
  try {
    const grants = [...toCaller({ id: 'group', authorizedPatterns: given as AuthorizedPatterns }).grants]
    return grants.every(isGrant) ? grants : undefined
  } catch {
    return undefined
  }
}

function isGrant({ pattern, rights = [], domains = [], ...others }: AuthorizedPatterns[number]): boolean {
  const areKnown = rights.every((right) => 'CRUD'.includes(right) && right.length === 1)
  const areTexts = [pattern, ...domains].every((text) => typeof text === 'string')
  return areKnown && areTexts && isEmpty(others)
}

const isEmpty = (others: object): boolean => Object.keys(others).length === 0
