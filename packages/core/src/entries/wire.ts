export { endable } from '../machine/answers/abortable-iterable.ts'
export type { Answer } from '../machine/answers/answer.ts'
export { isTagIn } from '../machine/answers/etag.ts'
export { iterable, iteratorOf } from '../machine/answers/iterable.ts'
export { answerOf, etagOf, importCounts, oldestOf, startOf } from '../machine/answers/result-metadata.ts'
export { streaming } from '../machine/answers/streamed.ts'
export { atOnce } from '../machine/answers/sync-variant.ts'
export { whenKnown } from '../machine/answers/when-known.ts'
export { withFailureMembers } from '../machine/calls/failure-members.ts'
export { type Listed, mapOperations, operations } from '../machine/calls/map-operations.ts'
export { errorCodes } from '../machine/errors/error-codes.ts'
export { SignalboxError, statuses } from '../machine/errors/errors.ts'
export { nearest } from '../machine/errors/nearest.ts'
export { escapePointer } from '../machine/json/json.ts'
export { isJsonText, type JsonText } from '../machine/json/json-text.ts'
export { type Accepted, chooseType, readAccept } from '../machine/net/accept.ts'
export { defaultLimits, type Limits } from '../machine/schema/limits.ts'
export { decodeResponse } from '../machine/wire/decode-response.ts'
export { encodeRequest } from '../machine/wire/encode-request.ts'
export { changedAt, checkIntegers, LOSES_DIGITS } from '../machine/wire/exact-integers.ts'
export { createDecoder, createOptionsDecoder, decodeOptions, type WireRequest } from '../machine/wire/request.ts'
export {
  createEncoder,
  type Encoder,
  encodeError,
  encodeResponse,
  type PlainResponse,
  PROBLEM_TYPE,
  plainError,
} from '../machine/wire/response.ts'
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
export { contractOf, type Slice } from '../slice.ts'
