import { type AccessQuestion, type Grantee, rightNames } from '@signalbox/core/grants'
import { nounOf } from '../../log/domains.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { GrantWords } from './GrantList.tsx'
import { verdictOf } from './verdict.ts'

interface VerdictViewProps {
  readonly name: string
  readonly grantee: Grantee
  readonly question: AccessQuestion
}

/** Whether somebody may do something, and which grant says so. */
export function VerdictView({ name, grantee, question }: VerdictViewProps) {
  const { right, domain, id = '' } = question
  if (id === '') return <p class="muted">Pick or type the id of a {nounOf(domain)}.</p>
  const { allowed, because, grants, others } = verdictOf(grantee, question)
  return (
    <section aria-label="Answer">
      <p class={allowed ? 'answer clear' : 'answer danger'} role="status">
        <Icon name={allowed ? 'check' : 'x'} />
        <span>
          <b>{allowed ? 'Yes' : 'No'}</b>: <bdi>{name}</bdi> {allowed ? 'can' : 'can’t'} {rightNames[right]} the{' '}
          {nounOf(domain)} <bdi class="key">{id}</bdi>. {because}
        </span>
      </p>
      {grants.length > 0 && (
        <ol class="grant-list" aria-label="Grants">
          {grants.map(({ grant, lacks }, at) => (
            <li key={at}>
              <GrantWords grant={grant} />
              <div class={lacks === undefined ? 'gives' : 'muted'}>
                {lacks === undefined ? 'It gives this right.' : lacks}
              </div>
            </li>
          ))}
        </ol>
      )}
      <ul class="others" aria-label="Other rights">
        {others.map((other) => (
          <li key={other.right} class={other.allowed ? 'clear' : 'danger'}>
            <Icon name={other.allowed ? 'check' : 'x'} />
            {other.allowed ? 'can' : 'can’t'} {rightNames[other.right]} it
          </li>
        ))}
      </ul>
    </section>
  )
}
