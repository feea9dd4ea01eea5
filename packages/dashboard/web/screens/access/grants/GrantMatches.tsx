import { nouns } from '../../../log/domains.ts'
import { counted, listed } from '../../../words/words.ts'
import { countOf, countsVersion, isCountable } from '../../grants/counts.ts'
import { coveredDomains, type Grant, patternProblem } from '../../grants/grant-words.ts'

/** How many records a grant matches, of each domain that it covers. */
export function GrantMatches({ grant }: { readonly grant: Grant }) {
  void countsVersion.value
  if (grant.pattern === '' || patternProblem(grant.pattern) !== undefined) return <p class="matches muted" />
  const numbers = coveredDomains(grant)
    .filter(isCountable)
    .map((domain) => [domain, countOf(domain, grant.pattern)] as const)
  if (numbers.some(([, number]) => number === undefined)) return <p class="matches muted">Counting…</p>
  const found = numbers.flatMap(([domain, number = 0]) => {
    const [one, many] = nouns[domain as keyof typeof nouns]
    return number === 0 ? [] : [counted(number, one, many)]
  })
  return (
    <p class="matches muted">
      {found.length === 0 ? 'Matches no record that exists now.' : `Matches ${listed(found)}.`}
    </p>
  )
}
