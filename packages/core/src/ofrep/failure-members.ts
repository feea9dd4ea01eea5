import type { Operation } from '../operation.ts'
import type { OpenFeatureCode } from './codes.ts'

/** OpenFeature's code of each failure, by the code of a problem or of the failure. */
const codes: Readonly<Record<string, OpenFeatureCode>> = {
  'error.json': 'PARSE_ERROR',
  'error.json.duplicate': 'PARSE_ERROR',
  'error.body.encoding': 'PARSE_ERROR',
  'error.body.incomplete': 'PARSE_ERROR',
  UNSUPPORTED_MEDIA_TYPE: 'PARSE_ERROR',
  TOO_LARGE: 'PARSE_ERROR',
  INVALID: 'INVALID_CONTEXT',
  NOT_FOUND: 'FLAG_NOT_FOUND',
  INTERNAL: 'GENERAL',
  UNAVAILABLE: 'GENERAL',
}

/**
 * The members that OFREP requires in a failure: `key`, `errorCode` and `errorDetails`. Empty for a failure without an
 * OpenFeature code.
 */
export const failureMembers: NonNullable<Operation['failureMembers']> = ({ code, message, errors }, { key }) => {
  const errorCode = [...errors.map((one) => one.message), code].map((name) => codes[name]).find((known) => known)
  return errorCode && { ...(key !== undefined && { key }), errorCode, errorDetails: message }
}
