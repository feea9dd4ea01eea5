import { commonHost, overrideHost } from '../../backend/target-host.ts'
import { defineCode } from '../../plugin-api/define-code.ts'

interface Config {
  readonly host?: string
}

/** Sends the host of the target as `Host`, or the configured one. */
export const overrideHostCode = defineCode<Config>({
  stage: 'request',
  isPure: true,
  compile({ host }) {
    return {
      request(exchange) {
        const known = host ?? commonHost(exchange.backend)
        if (known !== undefined) exchange.out.set('Host', known)
        else exchange.state.set(overrideHost, true)
        return undefined
      },
    }
  },
})
