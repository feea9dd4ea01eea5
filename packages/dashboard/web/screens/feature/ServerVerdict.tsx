import type { Feature } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { box } from '../../calls/box.ts'
import { useServerAnswer } from '../../evaluation/use-server-answer.ts'
import type { Explained } from '../strategies/strategy.ts'
import { verdictOf } from '../strategies/verdict.ts'
import '../scripting/scripting.css'

interface ServerVerdictProps {
  readonly draft: Feature
  readonly saved: Feature | undefined
  readonly context: Readonly<Record<string, unknown>>
  /** Why the page cannot decide. */
  readonly why: string
}

/** The result that only the server can give: that of the feature as it is saved. */
export function ServerVerdict({ draft, saved, context, why }: ServerVerdictProps) {
  const { answer, failure } = useServerAnswer({
    ...{ saved, context },
    ask: ({ id }, body, options) => api.features.checkWith({ id, explain: true, body }, options),
  })
  if (failure !== undefined) return <p class="verdict danger">{failure}</p>
  if (!saved || !answer)
    return <p class="verdict muted">{saved ? 'Asking the server…' : `${why} Save it to try it.`}</p>
  const { active, explanation } = answer
  const logs = (explanation?.logs ?? []) as readonly string[]
  const because =
    explanation && box.value ? verdictOf(saved, { active, explanation } as Explained, box.value.bucketing).because : ''
  return (
    <div class={active ? 'verdict clear' : 'verdict'} role="status">
      <b>{active ? 'Active.' : 'Not active.'}</b> <bdi>{because}</bdi>
      <span class="muted">
        {why} {draft === saved ? 'This is its answer now.' : 'This is its answer now, for what is saved.'}
      </span>
      {logs.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        <pre class="script-text" tabIndex={0}>
          {logs.join('\n')}
        </pre>
      )}
    </div>
  )
}
