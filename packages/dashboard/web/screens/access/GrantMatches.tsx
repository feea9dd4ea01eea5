import { nouns } from '../../log/nouns.ts'
import { counted, listed } from '../../words.ts'
import { countOf, countsVersion } from '../grants/counts.ts'
import type { Grant } from '../grants/grant-words.ts'
import { coveredDomains, patternProblem } from '../grants/grant-words.ts'

/** How many records a grant matches, of each domain that it covers. */
export function GrantMatches({ grant }: { readonly grant: Grant }) {
  void countsVersion.value
  if (grant.pattern === '' || patternProblem(grant.pattern) !== undefined) return <p class="matches muted" />
  const found = coveredDomains(grant).flatMap((domain) => {
    const number = countOf(domain, grant.pattern)
    if (number === undefined || number === 0 || !Object.hasOwn(nouns, domain)) return []
    const [one, many] = nouns[domain as keyof typeof nouns]
    return [counted(number, one, many)]
  })
  return (
    <p class="matches muted">
      {found.length === 0 ? 'Matches no record that exists now.' : `Matches ${listed(found)}.`}
    </p>
  )
}
