import { allowedPatterns, type Grantee, matches, type Right, rightNames, rights } from '@signalbox/core/grants'
import { nouns } from '../../log/domains.ts'
import { count, listed } from '../../words/words.ts'
import type { CountOf } from '../grants/counts.ts'
import { domains, isGrantable, manyOf } from '../grants/grant-words.ts'

/** The pattern of the ids that match one pattern list of grants and not the other; the empty string if none can. */
export function without(pattern: string, other: string): string {
  const excluded = alternativesOf(other)
  // A pattern that matches another as a text matches every id of it: its wildcards cover those of the other.
  const left = alternativesOf(pattern).filter((one) => !matches(other, one))
  if (left.length === 0) return ''
  return [...left, ...excluded.map((one) => `!${one}`)].join(',')
}

const alternativesOf = (pattern: string): readonly string[] => [
  ...new Set(pattern.split(',').filter((one) => one !== '')),
]

/** What a change of grants means: what their holder gains and loses, in sentences. */
export function accessConsequence(before: Grantee, after: Grantee, countOf: CountOf): readonly string[] {
  const [was, is] = [before.admin === true, after.admin === true]
  const isSame = JSON.stringify(before.authorizedPatterns ?? []) === JSON.stringify(after.authorizedPatterns ?? [])
  if (was === is && isSame) return []
  if (was && is) return ['Admins can do everything, so grants don’t matter.']
  if (is) return ['Can now do everything, including managing users and API keys, so grants don’t matter.']
  const lost = differences(before, after, countOf).map((words) => `Can’t ${words} anymore.`)
  const gained = differences(after, before, countOf).map((words) => `Can now ${words}.`)
  if (was)
    return ['Is no longer an admin: can’t manage users, API keys or anything else that is only for admins.', ...lost]
  return lost.length + gained.length > 0 ? [...lost, ...gained] : ['What it allows stays the same.']
}

/** What the one may do and the other may not, as ends of sentences: `update and delete 12 features`. */
function differences(one: Grantee, other: Grantee, countOf: CountOf): string[] {
  const byWords = new Map<string, Right[]>()
  for (const right of rights) {
    const patterns = domains.flatMap((domain): readonly (readonly [string, string])[] => {
      if (!isGrantable(right, domain)) return []
      const pattern = without(allowedPatterns(one, right, domain), allowedPatterns(other, right, domain))
      return pattern === '' ? [] : [[domain, pattern]]
    })
    if (patterns.length === 0) continue
    const words = right === 'C' ? placesOf(patterns) : recordsOf(patterns, countOf)
    byWords.set(words, [...(byWords.get(words) ?? []), right])
  }
  return [...byWords].map(([words, given]) => `${listed(given.map((right) => rightNames[right]))} ${words}`)
}

type Patterns = readonly (readonly [domain: string, pattern: string])[]

/** Where records can be created: there are none to count. */
function placesOf(patterns: Patterns): string {
  const different = new Set(patterns.map(([, pattern]) => pattern))
  const [only = ''] = different
  const where = different.size === 1 && only.length <= MOST_CHARACTERS ? placeOf(only) : ' of some ids'
  return `${listed(patterns.map(([domain]) => manyOf(domain)))}${where}`
}

function placeOf(pattern: string): string {
  const all = pattern.split(',')
  const [inside, outside] = [all.filter((one) => !one.startsWith('!')), all.filter((one) => one.startsWith('!'))]
  const matching = inside.includes('*') ? '' : ` that match ${listed(inside)}`
  return outside.length === 0 ? matching : `${matching} except ${listed(outside.map((one) => one.slice(1)))}`
}

const MOST_CHARACTERS = 80

/** The records that exist, with their numbers. */
function recordsOf(patterns: Patterns, countOf: CountOf): string {
  const all = patterns.map(([domain, pattern]) => [domain, countOf(domain, pattern)] as const)
  const existing = all.filter(([, number]) => number !== 0)
  if (existing.length === 0)
    return `${listed(all.map(([domain]) => manyOf(domain)))} of these ids; none of them exists yet`
  return listed(existing.map(([domain, number]) => (number === undefined ? manyOf(domain) : numberOf(domain, number))))
}

const numberOf = (domain: string, number: number): string =>
  `${count(number)} ${number === 1 && Object.hasOwn(nouns, domain) ? nouns[domain as keyof typeof nouns][0] : manyOf(domain)}`
