export { errorCodes, SignalboxError } from '../errors.ts'
export { isStream, type Listed, mapOperations, type Operation, operations } from '../operation.ts'
export { createDecoder, decodeOptions, encodeRequest, type WireRequest } from './request.ts'
export { decodeResponse, encodeError, encodeResponse, PROBLEM_TYPE } from './response.ts'
