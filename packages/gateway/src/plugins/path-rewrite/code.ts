import { linearReplacement } from '@signalbox/core/gateway'
import { defineCode } from '../../plugin-api/define-code.ts'

interface Config {
  readonly pattern: string
  readonly to: string
}

/** Replaces parts of the path for the backend. The result is a path, whatever the replacement is. */
export const pathRewrite = defineCode<Config>({
  stage: 'request',
  isPure: true,
  compile({ pattern, to }) {
    const rewritten = linearReplacement(pattern, to)
    return {
      request(exchange) {
        const path = rewritten(exchange.forwardPath)
        exchange.forwardPath = path.startsWith('/') ? path : `/${path}`
        return undefined
      },
    }
  },
})
