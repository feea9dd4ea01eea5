import type { ErrorCode } from '../machine/errors/errors.ts'
import { isStream, type Operation, parametersOf } from '../operation.ts'

type Fails = (operation: Operation) => boolean

const isWrite: Fails = ({ method }) => method !== 'GET'
const isKnown: Fails = ({ access }) => access !== 'open'
const hasBody: Fails = ({ body }) => body !== undefined
const isConditional: Fails = ({ conditional, method }) => conditional === true && isWrite({ method } as Operation)

/** Which operations can fail with which code, in the order in which a call is checked. */
const failures: readonly (readonly [ErrorCode, Fails])[] = [
  ['UNAUTHENTICATED', (operation) => isKnown(operation) || hasBody(operation)],
  ['FORBIDDEN', (operation) => isKnown(operation) || hasBody(operation)],
  ['TOO_MANY_REQUESTS', (operation) => isKnown(operation) || hasBody(operation)],
  ['METHOD_NOT_ALLOWED', (operation) => !isKnown(operation) && !hasBody(operation)],
  ['UNSUPPORTED_MEDIA_TYPE', hasBody],
  ['TOO_LARGE', hasBody],
  ['INVALID', (operation) => hasBody(operation) || Object.keys(parametersOf(operation).properties).length > 0],
  ['NOT_FOUND', ({ params }) => params !== undefined],
  ['PRECONDITION_FAILED', isConditional],
  ['CONFLICT', (operation) => isWrite(operation) && !isStream(operation.body)],
  ['INTERNAL', () => true],
  ['UNAVAILABLE', () => true],
]

/** The codes that an operation can fail with. */
export const failuresOf = (operation: Operation): ErrorCode[] =>
  failures.filter(([code, fails]) => fails(operation) || operation.fails?.includes(code)).map(([code]) => code)
