import type { Domain } from '@signalbox/core/contract'
import { nouns } from '../../log/domains.ts'
import { count, listed } from '../../words/words.ts'

/** The members of a webhook that say which events it receives. */
export interface Scope {
  readonly domains?: readonly string[]
  readonly patterns?: readonly string[]
  readonly types?: readonly string[]
}

/** Which events a webhook receives, in words. */
export interface ScopeWords {
  /** Such as `changes of features below shop`. */
  readonly text: string
  /** Whether nothing is left out: every change of every record. */
  readonly isEverything: boolean
}

/** Longer lists are counted instead of named. */
const MOST_NAMED = 3

/** Says which events a webhook receives: `changes of features and configs below shop, except shop:internal`. */
export function scopeWords({ domains = [], patterns = [], types = [] }: Scope): ScopeWords {
  const ids = idWords(patterns)
  if (domains.length + types.length === 0 && ids === '') return { text: 'all events', isEverything: true }
  return { text: `${whatWords(domains, types)}${ids}`, isEverything: false }
}

function whatWords(domains: readonly string[], types: readonly string[]): string {
  const records = domains.length > MOST_NAMED ? `${count(domains.length)} domains` : listed(domains.map(pluralOf))
  const ofRecords = records === '' ? '' : ` of ${records}`
  if (types.length === 0) return records === '' ? 'every change' : `changes${ofRecords}`
  if (types.length > MOST_NAMED) return `events of ${count(types.length)} types${ofRecords}`
  return `${listed(types)}${ofRecords}`
}

const pluralOf = (domain: string): string => (Object.hasOwn(nouns, domain) ? nouns[domain as Domain][1] : domain)

/** The patterns in words, beginning with a space; empty if every id matches. */
function idWords(patterns: readonly string[]): string {
  const all = patterns.flatMap((one) => one.split(',')).filter((one) => one !== '')
  const excluded = all.filter((one) => one.startsWith('!')).map((one) => one.slice(1))
  const selected = all.filter((one) => !one.startsWith('!'))
  const isAny = selected.length === 0 || selected.includes('*')
  const rest = excluded.length === 0 ? '' : `, except ${either(excluded).trimStart()}`
  return (isAny ? '' : either(selected)) + rest
}

/** ` below shop or map`, ` with the id shop:express`, ` with ids like *express*`. */
function either(patterns: readonly string[]): string {
  if (patterns.length > MOST_NAMED) return ` with ids that match ${count(patterns.length)} patterns`
  const groups = { below: [] as string[], exact: [] as string[], like: [] as string[] }
  for (const one of patterns) {
    if (/^[^*]+:\*$/.test(one)) groups.below.push(one.slice(0, -2))
    else groups[one.includes('*') ? 'like' : 'exact'].push(one)
  }
  const parts = [
    groups.below.length > 0 && `under ${groups.below.join(' or ')}`,
    groups.exact.length > 0 && `with the id ${groups.exact.join(' or ')}`,
    groups.like.length > 0 && `with ids like ${groups.like.join(' or ')}`,
  ].filter((part) => part !== false)
  return ` ${parts.join(' or ')}`
}
