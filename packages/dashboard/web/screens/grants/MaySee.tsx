import { useSignal } from '@preact/signals'
import { allowedPatterns, type Grantee } from '@signalbox/core/grants'
import { may, session } from '../../calls/session.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { nounOf } from '../../log/domains.ts'
import { count } from '../../words/words.ts'
import { countOf, countsVersion } from './counts.ts'
import { manyOf } from './grant-words.ts'
import { SeenTree } from './SeenTree.tsx'

/** The domains whose records are counted. */
const counted = ['Feature', 'Segment', 'Config', 'Experiment', 'Script', 'Api', 'Backend', 'ErrorTemplate', 'Workflow']

interface MaySeeProps {
  readonly name: string
  readonly grantee: Grantee
}

/** How many records somebody may see, of each domain, and which. */
export function MaySee({ name, grantee }: MaySeeProps) {
  const shown = useSignal<string | undefined>(undefined)
  void countsVersion.value
  const current = session.value
  const seesAll = current.state === 'in' && current.me.admin
  const rows = counted.flatMap((domain) => {
    const pattern = allowedPatterns(grantee, 'R', domain)
    const total = may('R', domain) ? countOf(domain, '*') : undefined
    if (total === undefined || total === 0) return []
    return [{ domain, pattern, total, number: countOf(domain, pattern) }]
  })
  const tree = rows.find(({ domain }) => domain === shown.value)
  const kind = tree && kindOf(tree.domain)
  return (
    <section class="may-see" aria-labelledby="may-see">
      <h2 id="may-see">
        What <bdi>{name}</bdi> can see
      </h2>
      {rows.length === 0 && <p class="muted">There are no records yet.</p>}
      <ul>
        {rows.map(({ domain, total, number }) => (
          <li key={domain} class="seen-count">
            <span>
              <b>{number === undefined ? '…' : number === 0 ? 'no' : count(number)}</b>
              {seesAll && ` of ${count(total)}`} {wordOf(domain, seesAll ? total : (number ?? 0))}
            </span>
            {number !== undefined && number > 0 && kindOf(domain) && (
              <button
                type="button"
                aria-expanded={shown.value === domain}
                onClick={() => {
                  shown.value = shown.value === domain ? undefined : domain
                }}
              >
                {shown.value === domain ? 'Hide' : 'Show'}
                <span class="hidden-text"> the {manyOf(domain)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {tree && kind && <SeenTree key={kind} kind={kind} pattern={tree.pattern} />}
    </section>
  )
}

/** The word for a number of records of a domain. */
const wordOf = (domain: string, number: number): string => (number === 1 ? nounOf(domain) : manyOf(domain))
