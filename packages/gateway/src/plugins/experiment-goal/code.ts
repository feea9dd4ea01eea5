import { defineCode } from '../../plugin-api/define-code.ts'
import type { ClientSource } from '../../request/client-id.ts'
import { compileExperimentClient, counts } from '../shared/client-of.ts'

interface Config {
  readonly experiment: string
  readonly client?: ClientSource
  readonly statuses: readonly number[]
  readonly methods: readonly string[]
}

/** Records that clients of an experiment reached its goal, if they saw their variant before. */
export const experimentGoal = defineCode<Config>({
  stage: 'choose',
  compile({ experiment, client, statuses, methods }, { experiments }) {
    if (!experiments) throw new Error('The gateway has no experiments: pass `experiments` to createGateway')
    const clientOf = compileExperimentClient(client)
    const isSuccess = (status: number) =>
      statuses.length === 0 ? status >= 200 && status <= 299 : statuses.includes(status)
    return {
      done(exchange, { status, cause }) {
        if (cause !== undefined || !isSuccess(status) || !counts(exchange)) return
        if (methods.length > 0 && !methods.includes(exchange.method)) return
        if (experiments.live.isOver(experiment)) return
        const clientId = clientOf(exchange)
        if (clientId !== undefined) experiments.record({ kind: 'won', experiment, clientId, ifDisplayed: true })
      },
    }
  },
})
