import { tracedBy } from '../../../observe/traced-by.ts'
import type { Exchange } from '../../../plugin-api/exchange.ts'
import type { SlotContext } from '../../../plugin-api/plugin.ts'
import type { Refused } from '../../../plugin-api/refused.ts'
import { reportRarely } from '../../../reporting/report-rarely.ts'

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
 * failure; it is reported, at most one in 10 seconds. Requests beyond what runs at once get 503.
 */
export function compileRuns(
  { workflow: id, timeout }: WorkflowConfig,
  { engines: { workflows }, report, clock }: Pick<SlotContext, 'engines' | 'report' | 'clock'>,
): WorkflowRuns {
  if (!workflows) throw new Error('The gateway runs no workflows: pass `workflows` to createGateway')
  const rarely = reportRarely(report, clock)
  const budgets = { time: timeout }
  let open = 0

  function failed(cause: unknown): Refused {
    rarely(new Error(`The workflow ${id} failed`, { cause }))
    return { refuse: 'errors.workflow.failed' }
  }

  const start = async (input: unknown, options: { readonly signal: AbortSignal; readonly traceparent?: string }) =>
    workflows.run({ id, body: { input, budgets } }, options)

  return {
    failed,
    async run(exchange, input) {
      const { signal } = exchange
      if (signal?.aborted) return gone
      if (open >= MOST_OPEN) return busy
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
      open++
      try {
        // A run counts until it has ended, even after its request.
        const running = start(input, { signal: ending.signal, ...tracedBy(exchange) }).finally(() => open--)
        return await Promise.race([running, ended.promise])
      } catch (error) {
        if (error === gone || error === late) return error as Refused
        if (isBusy(error)) {
          rarely(new Error(`The workflow ${id} is not run, because too many are running`, { cause: error }))
          return busy
        }
        return isOutOfTime(error) ? late : failed(error)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}

/** The most runs of a slot at once, so that a slow workflow leaves some to others. */
const MOST_OPEN = 16

const busy: Refused = { refuse: 'errors.concurrency.exceeded', headers: ['Retry-After', '1'] }
const late: Refused = { refuse: 'errors.workflow.timeout' }
const gone: Refused = { refuse: 'errors.client.closed' }

/** Whether the instance runs as many workflows as it may. */
const isBusy = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | undefined)?.code === 'TOO_MANY_REQUESTS'

/** Whether a run has used up its time. An instance may give less than the plugin. */
function isOutOfTime(error: unknown): boolean {
  const { errors } = (error ?? {}) as { readonly errors?: unknown }
  return (
    Array.isArray(errors) &&
    errors.some(({ message, args }) => message === 'error.workflow.budget' && args?.[0] === 'time')
  )
}
