/** Failing as the core fails, and nothing else of it: for stores, script engines and hosts, which need no more at run time. */
export { checkOptions } from '../check-options.ts'
export { errorCodes } from '../error-codes.ts'
export { type ErrorCode, type Problem, type Problems, SignalboxError } from '../errors.ts'
