import { defineCode } from '../../plugin-api/define-code.ts'
import { type AddedHeaders, compileHeaders } from '../shared/added-headers.ts'

/** Sets headers of the request to the backend. */
export const additionalHeadersIn = defineCode<AddedHeaders>({
  stage: 'request',
  compile(config, context) {
    const setAll = compileHeaders(config, context)
    return {
      request(exchange) {
        setAll(exchange, exchange.out)
        return undefined
      },
    }
  },
})
