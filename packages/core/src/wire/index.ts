export { errorCodes, SignalboxError } from '../errors.ts'
export { withOfrepMembers } from '../ofrep/failure.ts'
export {
  type Call,
  type CallOptions,
  type Contract,
  type Encoding,
  isStream,
  type Operation,
  type Stream,
} from '../operation.ts'
export type { Clock, Wait } from '../ports.ts'
export { isTagIn } from '../records/etag.ts'
export { streaming } from '../streamed.ts'
export { idleWait, realWait } from '../wait.ts'
export { type Listed, mapOperations, operations } from '../walk.ts'
export { createDecoder, decodeOptions, encodeRequest, type WireRequest } from './request.ts'
export { decodeResponse, encodeError, encodeResponse, PROBLEM_TYPE } from './response.ts'
