import type { Domain } from '@signalbox/core/contract'
import {
  type AuthorizedPatterns,
  adminRights,
  defaultDomains,
  type Right,
  rightNames,
  rights,
} from '@signalbox/core/grants'
import { nouns } from '../../log/domains.ts'
import { listed } from '../../words/words.ts'

/** One grant: rights on the ids that match a pattern, in some domains. */
export type Grant = AuthorizedPatterns[number]

/** Every domain, in the order of the navigation. */
export const domains = Object.keys(nouns) as readonly Domain[]

/** Whether a grant can give a right in a domain; otherwise only admins have it. */
export const isGrantable = (right: Right, domain: string): boolean =>
  !(Object.hasOwn(adminRights, domain) && adminRights[domain]!.includes(right))

/** The domains in which grants give something. */
export const grantableDomains = domains.filter((domain) => isGrantable('R', domain))

/** What many records of a domain are called; the name of the domain for those of later versions. */
export const manyOf = (domain: string): string => (Object.hasOwn(nouns, domain) ? nouns[domain as Domain][1] : domain)

/** The domains that a grant covers. */
export const coveredDomains = ({ domains: named }: Grant): readonly string[] =>
  named === undefined ? defaultDomains : named.includes('*') ? domains : named

/** The rights that a grant gives: reading is always one of them. */
export const givenRights = ({ rights: named }: Grant): readonly Right[] =>
  rights.filter((right) => right === 'R' || !named || named.includes(right))

/** The rights of a grant in words: `create, read and update`. */
export const rightsWords = (grant: Grant): string => {
  const given = givenRights(grant)
  return given.length === rights.length
    ? ALL
    : `${given.length === 1 ? 'only ' : ''}${listed(given.map((right) => rightNames[right]))}`
}

/** What a grant gives, in words: `all rights on features and segments`, `only read records of all domains`. */
export function grantWords(grant: Grant): string {
  const all = grant.domains?.includes('*') ? 'records of all domains' : listed(coveredDomains(grant).map(manyOf))
  const words = rightsWords(grant)
  if (all === '') return 'nothing, because it names no domain'
  return words === ALL ? `${words} on ${all}` : `${words} ${all}`
}

const ALL = 'all rights'

/** The same grant without its defaults: all rights, and the domains that grants cover if they name none. */
export function withoutDefaults({ pattern, rights: given, domains: named }: Grant): Grant {
  const isAll = given !== undefined && rights.every((right) => right === 'R' || given.includes(right))
  return {
    pattern,
    ...(given !== undefined && !isAll && { rights: given }),
    ...(named !== undefined && { domains: named }),
  }
}

/** Why a text is no pattern of a grant; `undefined` for patterns. The service has the same rule. */
export function patternProblem(text: string): string | undefined {
  if (text === '') return 'A pattern is required, such as shop:*'
  if (text.includes('!')) return 'Grants only add rights: a pattern can’t exclude ids with an exclamation mark.'
  if (!/^[A-Za-z0-9_@.:*,-]+$/.test(text)) return 'A pattern consists of letters, digits and _@.:*,-'
  return undefined
}

/** The domains of grants that name none, in words. */
export const defaultDomainsWords = (): string => listed(defaultDomains.map(manyOf))
