/**
 * The shape of an API: its operations, their inputs and outputs, and who may call them. It is pure data: HTTP adapters
 * mount it, clients call it, documents describe it.
 */

import type { Answer } from './machine/answers/answer.ts'
import type { Streamed } from './machine/answers/streamed.ts'
import type { Access } from './machine/callers/access.ts'
import type { Authority, authority } from './machine/callers/authority.ts'
import type { Caller } from './machine/callers/caller.ts'
import type { ErrorCode, SignalboxError } from './machine/errors/errors.ts'
import type { LimitName } from './machine/schema/limits.ts'
import type { Simplify, Static, TSchema } from './machine/schema/schema.ts'

/** A body sent as a stream of values: nd-json lines or server-sent events. */
export interface Stream<S extends TSchema = TSchema, E extends Encoding = Encoding> {
  readonly encoding: E
  readonly items: S
}
/** How a stream is written: newline-delimited JSON, or `text/event-stream`. */
export type Encoding = 'ndjson' | 'sse'

/** A stream of nd-json lines, one record per line. */
export const ndjson = <S extends TSchema>(items: S): Stream<S, 'ndjson'> => ({ encoding: 'ndjson', items })
/** A stream of server-sent events, one JSON object each. */
export const eventStream = <S extends TSchema>(items: S): Stream<S, 'sse'> => ({ encoding: 'sse', items })

/** A body as it was received, unparsed. Some operations take it instead of a value. */
export interface RawBody {
  /** The media type, such as `application/yaml`. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Whether a body was passed on unparsed. */
export const isRawBody = (body: unknown): body is RawBody =>
  typeof body === 'object' && body !== null && (body as Partial<RawBody>).bytes instanceof Uint8Array

/**
 * An operation that can be called. `path` may fix a query parameter (`?render=tree`) that selects this operation among
 * several on the same path.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
  /**
   * Which door serves it over HTTP: the service itself, or only a portal for consumers of APIs. The service, its clients and its
   * documents do not have the operations of the portal.
   * @default 'service'
   */
  readonly door?: 'portal'
  /** The schemas of path parameters, by name. */
  readonly params?: Readonly<Record<string, TSchema>>
  readonly query?: TSchema
  /** The schema of the body. Actions whose body has optional members only may omit it (`mayOmitBody`). */
  readonly body?: TSchema | Stream
  /** The body may be omitted, whatever its schema, as if it were `{}`. For contexts: without one, nothing is known. */
  readonly optionalBody?: true
  readonly response: TSchema | Stream
  /** @default 200 */
  readonly status?: number
  /** The response carries an `ETag`, and `If-Match` or `If-None-Match` guard the call. */
  readonly conditional?: true
  /** The response can change while the ETag stays the same, so conditional requests always get a full response. */
  readonly moves?: true
  /**
   * The response carries an `ETag` of its content. With a matching `If-None-Match` the response is 304, whatever the
   * method.
   */
  readonly revalidates?: true
  /**
   * The response is about the caller. No cache may keep it: browsers would show it to the next user who goes back in their
   * history.
   */
  readonly isPersonal?: true
  /** Members of failures besides the members of a problem document, by failure and input; `undefined` for none. */
  readonly failureMembers?: (
    failure: SignalboxError,
    input: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>> | undefined
  /** Failures that do not follow from the operation's shape. */
  readonly fails?: readonly ErrorCode[]
  /** The header `Idempotency-Key` identifies repeated calls. */
  readonly idempotent?: true
  /**
   * Read-only (RFC 9110, section 9.2.1). Clients may repeat a POST that is safe. A GET that is not
   * safe is rejected if a page of another origin sends it with a session. @default whether the method is GET
   */
  readonly safe?: boolean
  /** The call has a `signal` that aborts when the caller disconnects; over HTTP that of the request. */
  readonly abortable?: true
  /** The body is passed on unparsed (`RawBody`): the accepted media types with the most bytes of each. */
  readonly raw?: Readonly<Record<string, number>>
  /** Other statuses, for responses that have the named member. */
  readonly statusWith?: Readonly<Record<string, number>>
  /**
   * The option that limits the body or each of its lines, or a number of bytes for bodies known to be small.
   * @default 'bodyLimit'
   */
  readonly limit?: LimitName | number
  /** A member of the body that the service sets itself: it is ignored and does not count against the limit. */
  readonly uncounted?: string
  /** On nd-json uploads: what the lines are, and how they depend on records of other kinds. */
  readonly restored?: Restored
  /** Media types of JSON bodies besides `application/json`. */
  readonly accepts?: readonly string[]
  /** On nd-json downloads: the lines are a report, which cannot be uploaded elsewhere. */
  readonly isReport?: true
  /** The header `Events-Oldest` says so if the log does not reach back to `since`. */
  readonly tellsOldest?: true
  /**
   * The response is compressed with gzip for callers that accept it.
   * @default downloads (`filename`), and large answers without an entity tag
   */
  readonly compresses?: true
  /** The file name under which a browser saves the response. */
  readonly filename?: string
}

/** What the lines of an upload are. Kinds are named as in paths: `apis`, `apis/drafts`. */
export interface Restored {
  /** The member with the id, if each line is a record that can be read, replaced and deleted alone. */
  readonly id?: string
  /** The member with the id that grants are checked against. @default the id of the record */
  readonly owner?: string
  /** Lines contain hashes of passwords or secrets. */
  readonly hashes?: true
  /** The states that a record passes through in this order, so that each takes effect. @default a record has no states */
  readonly stages?: { readonly member: string; readonly values: readonly string[] }
  /** Names that the kind had in exports of earlier versions. They are read for ever. */
  readonly formerly?: readonly string[]
  /** The kinds to upload before, because these lines refer to their records. */
  readonly after?: readonly string[]
  /** The record of another kind that a line is part of. The line is invalid without it. */
  readonly partOf?: {
    readonly kind: string
    /** The member that holds the id of that record, as a JSON pointer. */
    readonly by: string
    /** The member to use if `by` is missing: it begins with the id and a colon. */
    readonly elseBegins?: string
  }
}

/** Operations by name, in nested objects. */
export interface Contract {
  readonly [name: string]: Operation | Contract
}

/** Declares an operation, keeping its exact type. */
export const operation = <const O extends Operation>(definition: O): O => definition

/** Declares an operation that only a portal for consumers of APIs serves over HTTP. */
export const portalOperation = <const O extends Operation>(definition: O): O & { readonly door: 'portal' } => ({
  ...definition,
  door: 'portal',
})

/** The HTTP status of a response. */
export function statusOf({ status = 200, statusWith = {} }: Operation, answer: unknown): number {
  const member = Object.keys(statusWith).find((name) => typeof answer === 'object' && answer !== null && name in answer)
  return member === undefined ? status : (statusWith[member] as number)
}

/** Whether a body or a response is a stream. */
export const isStream = (body: TSchema | Stream | undefined): body is Stream => body !== undefined && 'encoding' in body

/** Whether a response is an event stream, which ends when its reader leaves. */
export const isEventStream = (response: TSchema | Stream | undefined): response is Stream<TSchema, 'sse'> =>
  isStream(response) && response.encoding === 'sse'

/** Whether an operation changes nothing (RFC 9110, section 9.2.1). */
export const isSafe = ({ method, safe = method === 'GET' }: Pick<Operation, 'method' | 'safe'>): boolean => safe

/** Whether an operation may change something and reads the header `X-Change-Reason`. */
export const takesReason = ({ method, safe }: Operation): boolean => method !== 'GET' && !safe

/**
 * Whether a call may omit its body, as if it were `{}`: the path names the object of an action, and all members of its
 * body are known and optional; or the operation sets `optionalBody`, as evaluations do. Records and patches must always be
 * sent, because omitting one would be a mistake.
 */
export function mayOmitBody({ method, path, body, optionalBody }: Operation): boolean {
  if (optionalBody) return true
  if (method !== 'POST' || !path.includes('{') || body === undefined || isStream(body)) return false
  const { type, additionalProperties, required = [] } = body as Partial<Parameters> & { additionalProperties?: unknown }
  return type === 'object' && additionalProperties === false && required.length === 0
}

/** Schemas of parameters by name, and the names of the required ones. */
export interface Parameters extends TSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, TSchema>>
  readonly required: readonly string[]
}

/**
 * One schema for all parameters of an operation, in path and query. Always the same object for an operation, so that its
 * validator is compiled once, however many boxes there are.
 */
export function parametersOf(operation: Operation): Parameters {
  const known = allParameters.get(operation)
  if (known) return known
  const parameters = mergeParameters(operation)
  allParameters.set(operation, parameters)
  return parameters
}

const allParameters = new WeakMap<Operation, Parameters>()

function mergeParameters({ params = {}, query }: Operation): Parameters {
  const { properties = {}, required = [] } = (query ?? {}) as Partial<Parameters>
  return { type: 'object', properties: { ...params, ...properties }, required: [...Object.keys(params), ...required] }
}

/** Any operation as a function. */
export type Call = (input?: Record<string, unknown>, options?: CallOptions) => Promise<unknown>

type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown
type Received<B> = B extends Stream<infer S> ? AsyncIterable<Static<S>> : B extends TSchema ? Static<B> : never
type Sent<B> =
  B extends Stream<infer S>
    ? Iterable<Static<S>> | AsyncIterable<Static<S>>
    : B extends { readonly '~sent': infer T } // in types alone: callers send another type than they read
      ? T
      : B extends TSchema
        ? Static<B>
        : never

/** The input of an operation: path parameters, query and body in one object. */
export type Input<O extends Operation> = Simplify<
  PathParams<O['path']> &
    (O extends { query: infer Q extends TSchema } ? Static<Q> : unknown) &
    (O extends { body: infer B } ? { body: Sent<B> } : unknown)
>
/** `mayOmitBody` for types. An object with arbitrary members has an index signature. */
type MayOmitBody<O extends Operation> = O extends { optionalBody: true }
  ? true
  : O extends { method: 'POST'; path: `${string}{${string}`; body: infer B }
    ? [Record<never, never>, string extends keyof Sent<B> ? 1 : 0] extends [Sent<B>, 0]
      ? true
      : false
    : false
/** What a caller passes: the input, with a body that may be omitted. */
type Passed<O extends Operation> =
  MayOmitBody<O> extends true ? Simplify<Omit<Input<O>, 'body'> & { body?: Sent<O['body']> }> : Input<O>
/** The result of an operation. */
export type Output<O extends Operation> = Received<O['response']>

/** Options of a call that are not part of its input. Over HTTP they are headers. */
export interface CallOptions {
  /** Ends a stream or an import. */
  readonly signal?: AbortSignal
  /** Replays the events after this id (`Last-Event-Id`). */
  readonly lastEventId?: number
  /** The versions for which the call is valid (`If-Match`, RFC 9110): entity tags separated by commas, or `*`. */
  readonly ifMatch?: string
  /** Identifies repeated calls: calls with the same key take effect once (`Idempotency-Key`). */
  readonly idempotencyKey?: string
  /** Whether an event stream over HTTP reconnects when its connection is lost. @default the option of the client */
  readonly reconnect?: boolean
  /** The caller. @default the embedding program, which may do everything */
  readonly caller?: Caller
  /**
   * Why the call is made, for the log: the events of the call have it (`X-Change-Reason`). One line of at most 500
   * characters. @default none
   */
  readonly reason?: string
  /**
   * The trace context of the caller (W3C, `traceparent`), for calls that are not traced here: events, scripts, workflows and
   * webhooks pass it on. An invalid one is ignored. @default none
   */
  readonly traceparent?: string
  /** The network address of the caller, used to throttle guessing. */
  readonly address?: string
  /**
   * A large response may be JSON text in pieces (`isJsonText`), for hosts that write it out. @default always a value
   */
  readonly asText?: true
  /**
   * The call resolves with an `Answer` (`answerOf`): the value, its version, the session, the start of a stream. For
   * HTTP adapters, which pass it to `encodeResponse`. @default resolves with the plain value
   */
  readonly asAnswer?: true
}
/** What a handler gets besides the input. */
export interface CallContext extends Omit<CallOptions, 'asAnswer'> {
  readonly caller: Caller
  /** What permits more than the rights of the caller. Only the core sets it. */
  readonly [authority]?: Authority
}
type Arguments<I> =
  Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions]

/** What a call returns: a promise of the result. The promise of a stream can be iterated over at once. */
export type Returned<O extends Operation> =
  O['response'] extends Stream<infer S> ? Streamed<Static<S>> : Promise<Output<O>>

/** A contract as functions, in process or over HTTP. */
export type Api<C extends Contract> = {
  readonly [K in keyof C]: C[K] extends Operation
    ? (...args: Arguments<Passed<C[K]>>) => Returned<C[K]>
    : C[K] extends Contract
      ? Api<C[K]>
      : never
}

/** The same API with the members of `D`, whose comments editors show. */
export type Described<D, C extends Contract> = {
  readonly [K in keyof D]: K extends keyof C
    ? C[K] extends Operation
      ? Api<C>[K]
      : C[K] extends Contract
        ? Described<D[K], C[K]>
        : never
    : never
}

/** What a handler returns: a value or an `Answer`, at once or as a promise. */
type Handled<T> = T | Answer<T> | Promise<T | Answer<T>>

/**
 * The implementation of a contract: one function per operation. The compiler reports missing and extra functions. Each
 * returns a value or an `Answer`.
 */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: C[K] extends Operation
    ? (input: Input<C[K]>, call: CallContext) => Handled<Output<C[K]>>
    : C[K] extends Contract
      ? Handlers<C[K]>
      : never
}
