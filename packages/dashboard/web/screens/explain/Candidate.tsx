import { Aspect } from '../../parts/signs/Aspect.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { hostWords } from '../route/match-words.ts'
import type { CompiledRoute } from '../routes/compiled.ts'
import { pathTo } from '../routes/route-search.ts'
import { methodsText } from '../routes/route-words.ts'
import type { Explained } from './create-explaining.ts'
import { lostWords } from './explain-words.ts'
import { type Considered, type Explanation, HIDDEN } from './explanation.ts'
import { matchOf, whyBefore } from './match-of.ts'

interface CandidateProps {
  readonly candidate: Considered
  readonly explained: Explained
}

/** A route that was considered, and why it takes the request or does not. */
export function Candidate({ candidate, explained: { explanation, routes } }: CandidateProps) {
  const winner = explanation.route === undefined ? undefined : routes.get(explanation.route)
  const own = routes.get(candidate.route)
  const first =
    winner && own && candidate.because === 'later' ? whyBefore(winner, own, explanation.canonical) : undefined
  return (
    <>
      <span aria-hidden="true">{candidate.won ? <Aspect is="clear">✔</Aspect> : <span class="muted">✘</span>}</span>
      <div>
        <RouteName id={candidate.route} /> {candidate.won && <strong>takes it</strong>}
        <p class="muted" dir="auto">
          {candidate.won
            ? wonWords(explanation, own)
            : lostWords(candidate, first && `${explanation.route} comes first, because ${first}`)}
        </p>
      </div>
    </>
  )
}

/** Where the winner matches. */
function wonWords({ canonical }: Explanation, route: CompiledRoute | undefined): string {
  const match = route && matchOf(route, canonical)
  if (!route || !match) return 'It’s the first that matches.'
  const { exact, methods } = route.frontend
  const path = `${match.context_path}${match.path}` || '/'
  return `It matches first: ${hostWords(match)}, ${exact ? 'exactly' : 'at or under'} ${path}, ${methods.length === 0 ? 'any method' : methodsText(methods)}.`
}

const RouteName = ({ id }: { readonly id: string }) =>
  id === HIDDEN ? (
    <span>A route of an API that you can’t read</span>
  ) : (
    <Link to={pathTo(id)} class="key">
      {id}
    </Link>
  )
