import type { ScriptOutcome } from '@signalbox/core/gateway'
import { tracedBy } from '../../observe/traced-by.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { Verdict } from '../../plugin-api/hooks.ts'
import type { PluginCode, Stage } from '../../plugin-api/plugin.ts'
import type { Refused } from '../../plugin-api/refused.ts'
import { reportRarely } from '../../reporting/report-rarely.ts'
import { within } from '../../waiting/within.ts'
import { workflowInput } from '../shared/workflow/workflow-input.ts'

interface Config {
  readonly script: { readonly type: string; readonly script: string }
  readonly stage: Stage
  readonly timeout: number
  readonly status: number
}

/**
 * Lets a script decide whether a request is admitted. It runs in the engine of its language, never in this process. A script
 * that fails, takes too long, or does not answer refuses the request with `errors.plugin.failed`.
 */
export const script: PluginCode = {
  stage: (config) => (config as unknown as Config).stage,
  compile(config, { engines, report, clock, route }) {
    const { script: source, timeout, status } = config as unknown as Config
    const engine = engines.scripts?.[source.type]
    if (!engine) throw new Error(`The gateway runs no scripts in ${source.type}: pass \`scripts\` to createGateway`)
    const rarely = reportRarely(report, clock)
    const refused: Refused = { refuse: 'errors.consumer.forbidden', status }
    const parties = { owner: route.api_ref, asker: route.api_ref }

    function failed(cause: unknown): Refused {
      rarely(new Error(`A script of the route ${route.id} failed`, { cause }))
      return { refuse: 'errors.plugin.failed' }
    }

    function verdictOf({ active, error }: ScriptOutcome): Verdict {
      if (error) return failed(new Error(`${error.code}: ${error.message}`))
      return active === true ? undefined : refused
    }

    return {
      waits: true,
      async request(exchange) {
        try {
          const run = engine.run({ ...source, ...parties, context: contextOf(exchange), ...tracedBy(exchange) })
          return verdictOf(await within(run, timeout, () => `The script took longer than ${timeout} milliseconds`))
        } catch (error) {
          return failed(error)
        }
      },
    }
  },
}

/** What a script knows: the request, without credentials, and the consumer. */
function contextOf(exchange: Exchange) {
  const { request, consumer } = workflowInput(exchange)
  const { host, address } = exchange
  return { request: { ...request, host, address }, consumer }
}
