import {
  type Api,
  type Call,
  type CallContext,
  type CallOptions,
  type Contract,
  type Handlers,
  isStream,
  mayOmitBody,
  type Operation,
  parametersOf,
} from '../../operation.ts'
import { iterable } from '../answers/iterable.ts'
import { answerOf, handOut } from '../answers/result-metadata.ts'
import { streaming } from '../answers/streamed.ts'
import { promised } from '../answers/sync-variant.ts'
import { whenKnown } from '../answers/when-known.ts'
import { authorize, type Caller, owner } from '../callers/caller.ts'
import { checkReason } from '../callers/reason.ts'
import { misfit, SignalboxError } from '../errors/errors.ts'
import { refuseMistyped } from '../errors/mistyped.ts'
import { passedOn, type TraceContext } from '../net/traceparent.ts'
import type { SuggestRecord } from '../records/nearest-record.ts'
import { asSent } from '../schema/pointers-as-sent.ts'
import { rulesOf } from '../schema/rules.ts'
import { validate, validateParameters } from '../schema/validate.ts'
import { withFailureMembers } from './failure-members.ts'
import { at, mapOperations } from './map-operations.ts'

/**
 * Turns handlers into an API. Each call first checks its caller (UNAUTHENTICATED, FORBIDDEN), then its input (INVALID,
 * naming every invalid member), then runs its handler. Pass a function instead of handlers to load them, and the code
 * for validation, with the first call that is allowed; a load that fails is retried by the next call.
 */
export function bind<C extends Contract>(
  contract: C,
  handlers: Handlers<C> | (() => Promise<Handlers<C>>),
  { traceparent, suggest, isClosed }: BindOptions = {},
): Api<C> {
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
    /** A failure as the caller gets it: other errors are for the host to report. */
    const failureOf = (error: unknown, input: Readonly<Record<string, unknown>>): unknown => {
      const placed = place ? asSent(error, place, input.body) : error
      return placed instanceof SignalboxError ? withFailureMembers(operation, placed, input) : placed
    }
    const fail = (error: unknown, input: Readonly<Record<string, unknown>>, caller: Caller): unknown =>
      whenKnown(suggest ? suggest(error, caller) : error, (found) => {
        throw failureOf(found, input)
      })
    const run = (given: Readonly<Record<string, unknown>> | undefined, options: CallOptions = {}): unknown => {
      if (operation.access !== 'open' && isClosed?.()) throw new SignalboxError('UNAVAILABLE', CLOSED)
      const input = given ?? {}
      const { caller = owner, reason, asAnswer, traceparent: sent } = options
      authorize(operation.access, caller, input)
      if (reason !== undefined) checkReason(reason)
      if (!handle) return loadHandle().then(() => run(given, options))
      const asked: Asked = { ...options, caller, asAnswer: undefined }
      const told = traceparent?.() ?? sent
      if (told !== undefined) asked.traceparent = passedOn(told)
      const finish = asAnswer ? answerOf : handOut
      try {
        const result = handle(check(input), asked as CallContext)
        if (!(result instanceof Promise)) return finish(result)
        return result.then(finish, (error: unknown) => fail(error, input, caller))
      } catch (error) {
        return fail(error, input, caller)
      }
    }
    const call: Call = promised(run)
    return isStream(operation.response) ? streaming(call) : call
  })
}

interface BindOptions extends TraceContext {
  /** Names the nearest record where one does not exist. @default nothing */
  readonly suggest?: SuggestRecord
  /** Whether calls are refused with UNAVAILABLE, save probes and others without credentials: the instance was closed. @default never */
  readonly isClosed?: () => boolean
}

const CLOSED = 'This Signalbox was closed with close(): create another one over the store'

/** The options of a call as they are passed on. To set members takes less time than to leave them out. */
type Asked = { -readonly [K in keyof CallOptions]: CallOptions[K] | undefined }

type Handle = (input: object, call: CallContext) => unknown

/** The lines of an upload. An OpenAPI document gets an error that names the operation for it. */
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
      'The body is an OpenAPI document: pass it to apis.importOpenApi; import takes an iterable of records',
    )
  return iterable(body)
}

/** Returns the input with declared parameters and the body only; other members are dropped. */
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
    const unknown = Object.keys(input).filter((name) => !all.has(name) && input[name] !== undefined)
    if (unknown.length > 0) refuseMistyped(unknown, all)
    if (names.length > 0) validateParameters(schema, known)
    if (body !== undefined) known.body = takesValue ? validate(body, sent, 'The body') : linesOf(input.body)
    return known
  }
}
