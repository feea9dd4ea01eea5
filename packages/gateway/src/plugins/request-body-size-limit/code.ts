import { defineCode } from '../../plugin-api/define-code.ts'
import type { Refused } from '../../plugin-api/refused.ts'
import { countBytes } from '../shared/count-bytes.ts'

interface Config {
  readonly max_bytes: number
}

const tooLarge: Refused = { refuse: 'errors.body.too.large' }

/** Refuses bodies that are too large: at once if their length is known, else as soon as too many bytes have come. */
export const requestBodySizeLimit = defineCode<Config>({
  stage: 'request',
  compile({ max_bytes }) {
    return {
      request({ headers, body }) {
        const size = body?.length ?? Number(headers.get('content-length') ?? 0)
        return size > max_bytes ? tooLarge : undefined
      },
      requestBody: ({ headers }) => (headers.has('content-length') ? undefined : countBytes(max_bytes, tooLarge)),
    }
  },
})
