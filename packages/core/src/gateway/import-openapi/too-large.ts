import type { SignalboxError } from '../../errors.ts'
import { failure, problem } from '../../errors.ts'

/** The failure of a document that has more bytes than its limit; `json` is how many it may have as JSON, where that is more. */
export const documentTooLarge = (limit: number, json = limit): SignalboxError =>
  failure(
    'TOO_LARGE',
    `The document is larger than ${limit} bytes: ${
      json > limit
        ? `send it as JSON, which may have ${json} bytes`
        : 'leave out examples and descriptions, or split it'
    }`,
    problem('error.body.size', limit),
  )
