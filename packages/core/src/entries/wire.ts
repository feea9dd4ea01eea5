export { type Accepted, chooseType, readAccept } from '../accept.ts'
export type { Answer } from '../answer.ts'
export { atOnce } from '../at-once.ts'
export { endable } from '../endable.ts'
export { errorCodes } from '../error-codes.ts'
export { SignalboxError, statuses } from '../errors.ts'
export { withFailureMembers } from '../failure-members.ts'
export { answerOf, etagOf, importCounts, oldestOf, startOf } from '../hand-out.ts'
export { iterable, iteratorOf } from '../iterable.ts'
export { escapePointer } from '../json.ts'
export { isJsonText, type JsonText } from '../json-text.ts'
export { defaultLimits, type Limits } from '../limits.ts'
export { nearest } from '../nearest.ts'
export {
  type Call,
  type CallOptions,
  type Contract,
  type Encoding,
  isEventStream,
  isSafe,
  isStream,
  mayOmitBody,
  type Operation,
  parametersOf,
  type Stream,
  takesReason,
} from '../operation.ts'
export { isTagIn } from '../records/etag.ts'
export { contractOf, type Slice } from '../slice.ts'
export { streaming } from '../streamed.ts'
export { type Listed, mapOperations, operations } from '../walk.ts'
export { whenKnown } from '../when-known.ts'
export { decodeResponse } from '../wire/decode-response.ts'
export { encodeRequest } from '../wire/encode-request.ts'
export { changedAt, checkIntegers, LOSES_DIGITS } from '../wire/exact-integers.ts'
export { createDecoder, createOptionsDecoder, decodeOptions, type WireRequest } from '../wire/request.ts'
export {
  createEncoder,
  type Encoder,
  encodeError,
  encodeResponse,
  type PlainResponse,
  PROBLEM_TYPE,
  plainError,
} from '../wire/response.ts'
