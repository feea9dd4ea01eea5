import type { Feature } from '@signalbox/core/contract'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { box } from '../../box.ts'
import type { Explained } from '../../evaluation/verdict.ts'
import { verdictOf } from '../../evaluation/verdict.ts'
import { failureSentence } from '../../parts/failures.ts'
import '../scripting/scripting.css'

interface ServerVerdictProps {
  readonly draft: Feature
  readonly saved: Feature | undefined
  readonly context: Readonly<Record<string, unknown>>
  /** Why the page cannot decide. */
  readonly why: string
}

type Checked = Awaited<ReturnType<typeof api.features.checkWith>>

/** What the server said, and what it was asked. */
interface Heard {
  readonly text: string
  readonly saved: Feature
  readonly answer?: Checked
  readonly failure?: string
}

/** How long the context must stay the same before the server is asked, in milliseconds. */
const PAUSE = 300

/** The result that only the server can give: that of the feature as it is saved. */
export function ServerVerdict({ draft, saved, context, why }: ServerVerdictProps) {
  const [heard, setHeard] = useState<Heard>()
  const text = JSON.stringify(context)
  useEffect(() => {
    if (!saved) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const body = JSON.parse(text) as Record<string, unknown>
        const answer = await api.features.checkWith({ id: saved.id, explain: true, body }, { signal: stop.signal })
        if (!stop.signal.aborted) setHeard({ text, saved, answer })
      } catch (error) {
        if (!stop.signal.aborted) setHeard({ text, saved, failure: failureSentence(error) })
      }
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, saved])
  const { answer, failure } = heard?.text === text && heard.saved === saved ? heard : {}
  if (failure !== undefined) return <p class="verdict danger">{failure}</p>
  if (!saved || !answer)
    return <p class="verdict muted">{saved ? 'The server is asked…' : `${why} Save it to try it.`}</p>
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
