/** The errors and option checks of the core, and nothing else: for stores, script engines and hosts. */
export { checkOptions } from '../check-options.ts'
export { errorCodes } from '../error-codes.ts'
export { type ErrorCode, type Problem, type Problems, SignalboxError } from '../errors.ts'
