import type { Exchange } from '../../pipeline/exchange.ts'
import { reportRarely } from '../../report-rarely.ts'
import type { Refused, SlotContext } from '../plugin.ts'

/** Which workflow runs, and for how many milliseconds at most. */
export interface WorkflowConfig {
  readonly workflow: string
  readonly timeout: number
}

/** Runs a workflow for a request: its result, or why there is none. Never rejects. */
export interface WorkflowRuns {
  run(exchange: Exchange, input: unknown): Promise<{ readonly result: unknown } | Refused>
  /** Reports a failure of the workflow, and refuses the request. */
  failed(cause: unknown): Refused
}

/**
 * Compiles the runs of a workflow. A run ends after its time, and when the client leaves. The client learns nothing about a
 * failure; it is reported, at most one in 10 seconds.
 */
export function compileRuns(
  { workflow: id, timeout }: WorkflowConfig,
  { engines: { workflows }, report, clock }: Pick<SlotContext, 'engines' | 'report' | 'clock'>,
): WorkflowRuns {
  if (!workflows) throw new Error('The gateway runs no workflows: pass `workflows` to createGateway')
  const rarely = reportRarely(report, clock)
  const budgets = { time: timeout }

  function failed(cause: unknown): Refused {
    rarely(new Error(`The workflow ${id} failed`, { cause }))
    return { refuse: 'errors.workflow.failed' }
  }

  return {
    failed,
    async run({ signal }, input) {
      if (signal?.aborted) return gone
      const ending = new AbortController()
      const ended = Promise.withResolvers<never>()
      ended.promise.catch(() => {})
      const end = (why: Refused) => () => {
        ended.reject(why)
        ending.abort()
      }
      const leave = end(gone)
      const timer = setTimeout(end(late), timeout)
      signal?.addEventListener('abort', leave, { once: true })
      try {
        const running = workflows.run({ id, body: { input, budgets } }, { signal: ending.signal })
        return await Promise.race([running, ended.promise])
      } catch (error) {
        if (error === gone || error === late) return error as Refused
        return isOutOfTime(error) ? late : failed(error)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}

const late: Refused = { refuse: 'errors.workflow.timeout' }
const gone: Refused = { refuse: 'errors.client.closed' }

/** Whether a run has used up its time. An instance may give less than the plugin. */
function isOutOfTime(error: unknown): boolean {
  const { errors } = (error ?? {}) as { readonly errors?: unknown }
  return (
    Array.isArray(errors) &&
    errors.some(({ message, args }) => message === 'error.workflow.budget' && args?.[0] === 'time')
  )
}
