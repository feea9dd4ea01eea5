import type { Config } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { useServerAnswer } from '../../evaluation/use-server-answer.ts'
import { reasonWords } from './reason-words.ts'
import { shortValue } from './value-words.ts'

interface ServerReadsProps {
  /** The config as it is saved. */
  readonly saved: Config | undefined
  readonly context: Readonly<Record<string, unknown>>
  /** Why the page cannot decide. */
  readonly why: string
}

/** What a client reads if only the server can tell: the value of the config as it is saved. */
export function ServerReads({ saved, context, why }: ServerReadsProps) {
  const { answer, failure } = useServerAnswer({
    ...{ saved, context },
    ask: ({ id }, body, options) => api.configs.evaluate({ id, body }, options),
  })
  if (failure !== undefined) return <p class="verdict danger">{failure}</p>
  if (!saved || !answer)
    return <p class="verdict muted">{saved ? 'Asking the server…' : `${why} Save it to try it.`}</p>
  return (
    <p class={answer.reason === 'ERROR' ? 'verdict danger' : 'verdict clear'} role="status">
      <b class="key">
        <bdi>{shortValue(answer.value)}</bdi>
      </b>{' '}
      <bdi>{reasonWords({ decision: answer })}</bdi>
      <span class="muted">{why} This is the server’s answer now, for what is saved.</span>
    </p>
  )
}
