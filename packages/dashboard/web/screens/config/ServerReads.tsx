import type { Config } from '@signalbox/core/contract'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { failureSentence } from '../../parts/failures.ts'
import { reasonWords } from './reason-words.ts'
import { shortValue } from './value-words.ts'

interface ServerReadsProps {
  /** The config as it is saved. */
  readonly saved: Config | undefined
  readonly context: Readonly<Record<string, unknown>>
  /** Why the page cannot decide. */
  readonly why: string
}

/** What the server answered, and what it was asked. */
interface Heard {
  readonly text: string
  readonly saved: Config
  readonly answer?: Awaited<ReturnType<typeof api.configs.evaluate>>
  readonly failure?: string
}

/** How long the context must stay the same before the server is asked, in milliseconds. */
const PAUSE = 300

/** What a client reads if only the server can tell: the value of the config as it is saved. */
export function ServerReads({ saved, context, why }: ServerReadsProps) {
  const [heard, setHeard] = useState<Heard>()
  const text = JSON.stringify(context)
  useEffect(() => {
    if (!saved) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const body = JSON.parse(text) as Record<string, unknown>
        const answer = await api.configs.evaluate({ id: saved.id, body }, { signal: stop.signal })
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
  return (
    <p class={answer.reason === 'ERROR' ? 'verdict danger' : 'verdict clear'} role="status">
      <b class="key">
        <bdi>{shortValue(answer.value)}</bdi>
      </b>{' '}
      <bdi>{reasonWords({ decision: answer })}</bdi>
      <span class="muted">{why} This is the answer of the server now, for what is saved.</span>
    </p>
  )
}
