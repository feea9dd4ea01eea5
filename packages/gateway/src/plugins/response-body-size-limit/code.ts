import { defineCode } from '../../plugin-api/define-code.ts'
import { type Refused, RefusedError } from '../../plugin-api/refused.ts'
import { countBytes } from '../shared/count-bytes.ts'

interface Config {
  readonly max_bytes: number
}

const tooLarge: Refused = { refuse: 'errors.backend.body.too.large' }

/**
 * Refuses responses of the backend that are too large: at once if their length is known, else the connection is cut as
 * soon as too many bytes have come. Responses of the gateway itself are not limited.
 */
export const responseBodySizeLimit = defineCode<Config>({
  stage: 'request',
  compile({ max_bytes }) {
    return {
      order: 'first',
      response({ method }, { headers, status, length }) {
        // The length of a response without a body is that of another one.
        const isBodiless = method === 'HEAD' || status === 304
        if (length === undefined && !isBodiless && Number(headers.get('content-length') ?? 0) > max_bytes)
          throw new RefusedError(tooLarge)
        return undefined
      },
      responseBody: (_, { headers, length }) =>
        length !== undefined || headers.has('content-length') ? undefined : countBytes(max_bytes, tooLarge),
    }
  },
})
