import { listed } from '../../words/words.ts'
import { conditionWords } from '../api/routes/conditions.ts'
import type { CompiledRoute } from '../routes/compiled.ts'
import { methodsText } from '../routes/route-words.ts'
import { allowanceWords, hostWords, pathWords, stripWords } from './match-words.ts'

/** Which requests a route takes. */
export function MatchPart({ route: { frontend, testing } }: { readonly route: CompiledRoute }) {
  const { matches, methods, headers, query, allow } = frontend
  const isTesting = (name: string) => name.toLowerCase() === testing?.header.toLowerCase()
  const asked = Object.entries(headers).filter(([name]) => !isTesting(name))
  return (
    <section class="route-part" aria-labelledby="route-match">
      <h2 id="route-match">Takes requests</h2>
      <dl class="facts">
        <dt>Methods</dt>
        <dd>{methods.length === 0 ? 'Any method' : methodsText(methods)}</dd>
        {matches.map((match, at) => (
          <Match key={`${match.host} ${match.context_path}${match.path}`} match={match} isFirst={at === 0} />
        ))}
        {matches.length === 0 && (
          <>
            <dt>Path</dt>
            <dd>No valid path</dd>
          </>
        )}
        {asked.map(([name, condition]) => (
          <Condition key={name} kind="Header" name={name} condition={condition} />
        ))}
        {testing && (
          <>
            <dt>Header</dt>
            <dd>
              <code>{testing.header}</code> has the testers’ secret value
            </dd>
          </>
        )}
        {Object.entries(query).map(([name, condition]) => (
          <Condition key={name} kind="Query" name={name} condition={condition} />
        ))}
        {allow.length > 0 && (
          <>
            <dt>Allows</dt>
            <dd>{listed(allow.map(allowanceWords))} in paths</dd>
          </>
        )}
      </dl>
      <p class="muted">
        {pathWords(frontend)} {stripWords(frontend)}
      </p>
    </section>
  )
}

interface MatchProps {
  readonly match: CompiledRoute['frontend']['matches'][number]
  readonly isFirst: boolean
}

const Match = ({ match, isFirst }: MatchProps) => (
  <>
    <dt>{isFirst ? 'Host and path' : 'Or'}</dt>
    <dd>
      {hostWords(match)},{' '}
      <code class="key">
        {match.context_path !== '' && (
          <span class="muted" title="The context path of the API">
            {match.context_path}
          </span>
        )}
        {match.path === '' && match.context_path === '' ? '/' : match.path}
      </code>
    </dd>
  </>
)

interface ConditionProps {
  readonly kind: string
  readonly name: string
  readonly condition: string
}

const Condition = ({ kind, name, condition }: ConditionProps) => (
  <>
    <dt>{kind}</dt>
    <dd>
      <code>{name}</code> {conditionWords(condition)}
    </dd>
  </>
)
