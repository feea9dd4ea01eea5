import { defineCode } from '../../plugin-api/define-code.ts'
import { type AddedHeaders, compileHeaders } from '../shared/added-headers.ts'

/** Sets headers of the response, of refusals too. */
export const additionalHeadersOut = defineCode<AddedHeaders>({
  stage: 'request',
  compile(config, context) {
    const setAll = compileHeaders(config, context)
    return {
      onRefusal: true,
      response(exchange, head) {
        setAll(exchange, head.headers)
        return undefined
      },
    }
  },
})
