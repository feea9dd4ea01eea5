import {
  type Api,
  type Call,
  type CallContext,
  type CallOptions,
  type Contract,
  type Handlers,
  isStream,
} from '../../operation.ts'
import { answerOf, handOut } from '../answers/result-metadata.ts'
import { streaming } from '../answers/streamed.ts'
import { promised } from '../answers/sync-variant.ts'
import { whenKnown } from '../answers/when-known.ts'
import { authorize, type Caller, owner } from '../callers/caller.ts'
import { checkReason } from '../callers/reason.ts'
import { SignalboxError } from '../errors/errors.ts'
import { passedOn, type TraceContext } from '../net/traceparent.ts'
import type { SuggestRecord } from '../records/nearest-record.ts'
import { asSent } from '../schema/pointers-as-sent.ts'
import { rulesOf } from '../schema/rules.ts'
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
  const load = typeof handlers === 'function' ? (handlers as () => Promise<Handlers<C>>) : async () => handlers
  return mapOperations(contract, (operation, name) => {
    let handle: Handle | undefined
    let check: (input: Input) => object
    const loadHandle = async (): Promise<void> => {
      const [loaded, { checker }] = await Promise.all([load(), import('./check-input.ts')])
      check = checker(operation)
      handle = at(loaded, name) as Handle
    }
    const { body } = operation
    const place = body && !isStream(body) ? rulesOf(body)?.placeAsSent : undefined
    /** A failure as the caller gets it: other errors are for the host to report. */
    const failureOf = (error: unknown, input: Input): unknown => {
      const placed = place ? asSent(error, place, input.body) : error
      return placed instanceof SignalboxError ? withFailureMembers(operation, placed, input) : placed
    }
    const fail = (error: unknown, input: Input, caller: Caller): unknown =>
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

type Input = Readonly<Record<string, unknown>>
type Handle = (input: object, call: CallContext) => unknown
