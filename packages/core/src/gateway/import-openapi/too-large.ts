import { failure, problem, type SignalboxError } from '../../machine/errors/errors.ts'

/**
 * Creates the error for a document that exceeds its limit in bytes; `json` is the limit for JSON, if that is higher.
 */
export const documentTooLarge = (limit: number, json = limit): SignalboxError =>
  failure(
    'TOO_LARGE',
    `The document is larger than ${limit} bytes: ${
      json > limit
        ? `send it as JSON, which may have up to ${json} bytes`
        : 'leave out examples and descriptions, or split it'
    }`,
    problem('error.body.size', limit),
  )
