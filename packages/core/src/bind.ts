import { asSent } from './as-sent.ts'
import { authorize, owner } from './callers/caller.ts'
import { misfit, SignalboxError } from './errors.ts'
import { withFailureMembers } from './failure-members.ts'
import { answerOf, handOut } from './hand-out.ts'
import { iterable } from './iterable.ts'
import { refuseMistyped } from './mistyped.ts'
import type { Api, Call, CallContext, CallOptions, Contract, Handlers, Operation } from './operation.ts'
import { isStream, mayOmitBody, parametersOf } from './operation.ts'
import { rulesOf } from './rules.ts'
import { streaming } from './streamed.ts'
import { validate, validateParameters } from './validate.ts'
import { at, mapOperations } from './walk.ts'

/**
 * Turns handlers into an API that asks, before a call runs, whether its caller may make it (UNAUTHENTICATED, FORBIDDEN)
 * and whether its input fits (INVALID, naming each member that does not). A function in place of the handlers loads them, with
 * all that validation needs, when the first call that is allowed has come; a load that fails is repeated by the next call.
 */
export function bind<C extends Contract>(contract: C, handlers: Handlers<C> | (() => Promise<Handlers<C>>)): Api<C> {
  const load = typeof handlers === 'function' ? (handlers as () => Promise<Handlers<C>>) : undefined
  return mapOperations(contract, (operation, name) => {
    let handle = load ? undefined : (at(handlers, name) as Handle)
    const loadHandle = async (): Promise<Handle> => {
      handle = at((await load?.()) as Handlers<C>, name) as Handle
      return handle
    }
    const check = checker(operation)
    const { body } = operation
    const place = body && !isStream(body) ? rulesOf(body)?.placeAsSent : undefined
    const call: Call = async (given, options = {}) => {
      const input = given ?? {}
      const { caller = owner, asAnswer } = options
      authorize(operation.access, caller, input)
      const run = handle ?? (await loadHandle())
      const handled = async () => run(check(input), { ...(asAnswer ? withoutForm(options) : options), caller })
      const answer = place
        ? () => handled().catch((error: unknown) => Promise.reject(asSent(error, place, input.body)))
        : handled
      const result = await (operation.failureMembers
        ? answer().catch((error) => refuse(operation, error, input))
        : answer())
      return asAnswer ? answerOf(result) : handOut(result)
    }
    return isStream(operation.response) ? streaming(call) : call
  })
}

/** In which form a call resolves is none of the handler's business. */
const withoutForm = ({ asAnswer: _, ...options }: CallOptions): Omit<CallOptions, 'asAnswer'> => options

type Handle = (input: object, call: CallContext) => Promise<unknown>

/** Fails as the caller expects it; what is no failure of a call stays what it is, for the host to report. */
function refuse(operation: Operation, error: unknown, input: Readonly<Record<string, unknown>>): never {
  throw error instanceof SignalboxError ? withFailureMembers(operation, error, input) : error
}

/** The lines of an upload. What is meant for another operation is told which. */
function linesOf(body: unknown) {
  if (
    typeof body === 'object' &&
    body !== null &&
    ('openapi' in body || 'swagger' in body) &&
    !(Symbol.iterator in body)
  )
    throw misfit(
      '',
      body,
      'iterable',
      'The body is an OpenAPI document: apis.importOpenApi takes it, import takes an iterable of records',
    )
  return iterable(body)
}

/** What a call may carry: declared parameters, and a body if there is one; anything else is left behind. */
function checker(operation: Operation): (input: Readonly<Record<string, unknown>>) => object {
  const { body } = operation
  const schema = parametersOf(operation)
  const names = Object.keys(schema.properties)
  const all = new Set([...names, 'body'])
  const takesValue = body !== undefined && !isStream(body)
  const whenLeftOut = mayOmitBody(operation) ? {} : undefined

  return (input) => {
    const { body: sent = whenLeftOut } = input
    const known: Record<string, unknown> = {}
    for (const name of names) if (input[name] !== undefined) known[name] = input[name]
    refuseMistyped(
      Object.keys(input).filter((name) => input[name] !== undefined && !all.has(name)),
      all,
    )
    if (names.length > 0) validateParameters(schema, known)
    if (body !== undefined) known.body = takesValue ? validate(body, sent, 'The body') : linesOf(input.body)
    return known
  }
}
