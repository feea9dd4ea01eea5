/** The errors and option checks of the core, and nothing else: for stores, script engines and hosts. */
export { checkOptions } from '../machine/errors/check-options.ts'
export { errorCodes } from '../machine/errors/error-codes.ts'
export { type ErrorCode, type Problem, type Problems, SignalboxError } from '../machine/errors/errors.ts'
