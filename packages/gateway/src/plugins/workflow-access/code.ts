import { isObject } from '@signalbox/core/gateway'
import type { HeaderEdits } from '../../headers/header-view.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Verdict } from '../../plugin-api/hooks.ts'
import type { Refused } from '../../plugin-api/refused.ts'
import { resultHeaders } from '../shared/workflow/result-headers.ts'
import { compileRuns, type WorkflowConfig } from '../shared/workflow/run-workflow.ts'
import { workflowInput } from '../shared/workflow/workflow-input.ts'

interface Config extends WorkflowConfig {
  readonly status: number
}

/** Lets a workflow decide whether a request is admitted. What it does not clearly admit is refused. */
export const workflowAccess = defineCode<Config>({
  stage: 'authorize',
  compile(config, context) {
    const runs = compileRuns(config, context)
    return {
      waits: true,
      async request(exchange) {
        const done = await runs.run(exchange, workflowInput(exchange))
        if ('refuse' in done) return done
        try {
          return verdictOf(done.result, config.status, exchange.out)
        } catch (error) {
          return runs.failed(error)
        }
      },
    }
  },
})

/** What a result says. Throws if it says nothing. Headers of one that admits the request are set for the backend. */
function verdictOf(result: unknown, status: number, out: HeaderEdits): Verdict {
  if (result === true) return undefined
  if (result === false) return { refuse: FORBIDDEN, status }
  if (!isObject(result) || typeof result.allow !== 'boolean')
    throw new Error('Its result is neither true nor false, nor an object with `allow`')
  if (!result.allow) return refusalOf(result, status)
  const headers = resultHeaders(result.headers)
  for (let i = 0; i < headers.length; i += 2) out.set(headers[i] as string, headers[i + 1] as string)
  return undefined
}

function refusalOf({ status: told, message }: Readonly<Record<string, unknown>>, status: number): Refused {
  const isStatus = typeof told === 'number' && Number.isInteger(told) && told >= 400 && told <= 599
  const isMessage = typeof message === 'string' && message !== ''
  return {
    refuse: FORBIDDEN,
    status: isStatus ? told : status,
    ...(isMessage && { message: message.slice(0, MOST_MESSAGE) }),
  }
}

const FORBIDDEN = 'errors.consumer.forbidden'
/** The most characters of a message that clients see. */
const MOST_MESSAGE = 500
