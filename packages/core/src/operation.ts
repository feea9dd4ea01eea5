/**
 * The shape of an API: what can be called, with what, by whom, and what comes back. Pure data. HTTP adapters mount it,
 * clients call it, documents describe it.
 */

import type { Answer } from './answer.ts'
import type { Access } from './callers/access.ts'
import type { Caller } from './callers/caller.ts'
import type { ErrorCode, SignalboxError } from './errors.ts'
import type { LimitName } from './limits.ts'
import type { Simplify, Static, TSchema } from './schema.ts'
import type { Streamed } from './streamed.ts'

/** A body sent as a stream of values: nd-json lines or server-sent events. */
export interface Stream<S extends TSchema = TSchema, E extends Encoding = Encoding> {
  readonly encoding: E
  readonly items: S
}
/** How a stream is written: newline-delimited JSON, or `text/event-stream`. */
export type Encoding = 'ndjson' | 'sse'

/** A stream of nd-json lines, a record each. */
export const ndjson = <S extends TSchema>(items: S): Stream<S, 'ndjson'> => ({ encoding: 'ndjson', items })
/** A stream of server-sent events, one JSON object each. */
export const eventStream = <S extends TSchema>(items: S): Stream<S, 'sse'> => ({ encoding: 'sse', items })

/** A body as it came, unread: some operations take it so, in place of a value. */
export interface RawBody {
  /** Such as `application/yaml`. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Whether a body is handed on as it came. */
export const isRawBody = (body: unknown): body is RawBody =>
  typeof body === 'object' && body !== null && (body as Partial<RawBody>).bytes instanceof Uint8Array

/** One thing that can be called. `path` may fix a query (`?render=tree`) that tells it from another on the same path. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** What path parameters must look like, by name. */
  readonly params?: Readonly<Record<string, TSchema>>
  readonly query?: TSchema
  /** A body of which every member may be missing may be missing itself (`mayOmitBody`). */
  readonly body?: TSchema | Stream
  /** The body may be missing, whatever its shape, as if it were `{}`: where a protocol of others has it so. */
  readonly optionalBody?: true
  readonly response: TSchema | Stream
  /** @default 200 */
  readonly status?: number
  /** The answer carries an `ETag`, and `If-Match` or `If-None-Match` guard the call. */
  readonly conditional?: true
  /** The answer changes without its entity tag: it is never 304. */
  readonly moves?: true
  /** The answer carries an `ETag` of what it says, and `If-None-Match` turns what is known into 304, whatever the method. */
  readonly revalidates?: true
  /** Members that its failures have beside those of a problem, by the failure and the input; nothing where there are none. */
  readonly failureMembers?: (
    failure: SignalboxError,
    input: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>> | undefined
  /** Failures that its shape does not tell of. */
  readonly fails?: readonly ErrorCode[]
  /** The header `Idempotency-Key` tells a repeat. */
  readonly idempotent?: true
  /**
   * Whether it changes nothing (RFC 9110, 9.2.1): a client may repeat a POST that is safe; a GET that is not is refused to pages of
   * other origins when it comes by a session. @default whether it is a GET
   */
  readonly safe?: boolean
  /** It ends when its caller has gone: the call has a `signal`, over HTTP that of the request. */
  readonly abortable?: true
  /** The body is handed on as it came (`RawBody`): the media types it may have, and the most bytes of each. */
  readonly raw?: Readonly<Record<string, number>>
  /** Other statuses, of answers that have a member. */
  readonly statusWith?: Readonly<Record<string, number>>
  /** The option that bounds its body, or a line of it; or so many bytes, where a body is known to be small. @default 'bodyLimit' */
  readonly limit?: LimitName | number
  /** A member of the body that the service fills in by itself: it is ignored, and does not count against the limit. */
  readonly uncounted?: string
  /** On an upload of nd-json: how its lines hang together with those of other kinds. */
  readonly restored?: Restored
  /** Media types a JSON body may have beside `application/json`. */
  readonly accepts?: readonly string[]
  /** The name under which a browser saves the answer. */
  readonly filename?: string
}

/** How the lines of an upload hang together with those of other kinds. Kinds are called as in paths: `apis`, `apis/drafts`. */
export interface Restored {
  /** What must be there before these lines are read, because they refer to it. */
  readonly after?: readonly string[]
  /** The record of another kind that a line is a part of: without that record it is nothing. */
  readonly partOf?: {
    readonly kind: string
    /** The member that holds the id of the record, as a JSON pointer. */
    readonly by: string
    /** Where that member is missing: the member that begins with the id and a colon. */
    readonly elseBegins?: string
  }
}

/** Operations by name, nested as deep as they read well. */
export interface Contract {
  readonly [name: string]: Operation | Contract
}

/** Declares an operation, keeping its exact type. */
export const operation = <const O extends Operation>(definition: O): O => definition

/** The status of an answer. */
export function statusOf({ status = 200, statusWith = {} }: Operation, answer: unknown): number {
  const member = Object.keys(statusWith).find((name) => typeof answer === 'object' && answer !== null && name in answer)
  return member === undefined ? status : (statusWith[member] as number)
}

/** Whether a body or an answer is a stream. */
export const isStream = (body: TSchema | Stream | undefined): body is Stream => body !== undefined && 'encoding' in body

/**
 * Whether a call may leave its body out, as if it were `{}`: an action on something that the path names, whose body knows all
 * its members and needs none. A record, a patch and a context are always sent: leaving one out would be a mistake, save where
 * the operation says otherwise.
 */
export function mayOmitBody({ method, path, body, optionalBody }: Operation): boolean {
  if (optionalBody) return true
  if (method !== 'POST' || !path.includes('{') || body === undefined || isStream(body)) return false
  const { type, additionalProperties, required = [] } = body as Partial<Parameters> & { additionalProperties?: unknown }
  return type === 'object' && additionalProperties === false && required.length === 0
}

/** Schemas of parameters by name, and which of them a call must carry. */
export interface Parameters extends TSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, TSchema>>
  readonly required: readonly string[]
}

/** One schema for all parameters of an operation, path and query alike. */
export function parametersOf({ params = {}, query }: Operation): Parameters {
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
  B extends Stream<infer S> ? Iterable<Static<S>> | AsyncIterable<Static<S>> : B extends TSchema ? Static<B> : never

/** What an operation takes: path parameters, query and body in one object. */
export type Input<O extends Operation> = Simplify<
  PathParams<O['path']> &
    (O extends { query: infer Q extends TSchema } ? Static<Q> : unknown) &
    (O extends { body: infer B } ? { body: Sent<B> } : unknown)
>
/** As `mayOmitBody` has it: an object of any members has an index signature. */
type MayOmitBody<O extends Operation> = O extends { optionalBody: true }
  ? true
  : O extends { method: 'POST'; path: `${string}{${string}`; body: infer B }
    ? [Record<never, never>, string extends keyof Sent<B> ? 1 : 0] extends [Sent<B>, 0]
      ? true
      : false
    : false
/** What a caller passes: the same, but for a body that may be left out. */
type Passed<O extends Operation> =
  MayOmitBody<O> extends true ? Simplify<Omit<Input<O>, 'body'> & { body?: Sent<O['body']> }> : Input<O>
/** What an operation answers. */
export type Output<O extends Operation> = Received<O['response']>

/** What goes with a call but is not part of it; over HTTP these are headers. */
export interface CallOptions {
  /** Ends a stream, or an import, from the outside. */
  readonly signal?: AbortSignal
  /** Replays the events that follow this id (`Last-Event-Id`). */
  readonly lastEventId?: number
  /** The call holds only for these versions (`If-Match`, RFC 9110): entity tags separated by commas, or `*`. */
  readonly ifMatch?: string
  /** A repeat under the same key counts once (`Idempotency-Key`). */
  readonly idempotencyKey?: string
  /** Whether an event stream from elsewhere goes on when its connection is lost. @default as its client was told */
  readonly reconnect?: boolean
  /** Who calls. @default the embedding program, which may do everything */
  readonly caller?: Caller
  /** Where the call comes from, so that guessing can be slowed. */
  readonly address?: string
  /** A large answer may come as its JSON text in pieces (`isJsonText`), for hosts that write it out. @default as a value, always */
  readonly asText?: true
  /**
   * The call resolves with an `Answer` (`answerOf`): the value, its version, the session, where a stream begins. For HTTP adapters; pass
   * it to `encodeResponse`. @default with the plain value
   */
  readonly asAnswer?: true
}
/** What a handler is given beside the input. */
export interface CallContext extends Omit<CallOptions, 'asAnswer'> {
  readonly caller: Caller
}
type Arguments<I> =
  Record<never, never> extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions]

/** What a call returns: a promise of the answer, and of a stream one that can be iterated over at once. */
export type Returned<O extends Operation> =
  O['response'] extends Stream<infer S> ? Streamed<Static<S>> : Promise<Output<O>>

/** A contract as functions: in process, or over HTTP. */
export type Api<C extends Contract> = {
  readonly [K in keyof C]: C[K] extends Operation
    ? (...args: Arguments<Passed<C[K]>>) => Returned<C[K]>
    : C[K] extends Contract
      ? Api<C[K]>
      : never
}

/** The same under the names of `D`, whose comments editors show. */
export type Described<D, C extends Contract> = {
  readonly [K in keyof D]: K extends keyof C
    ? C[K] extends Operation
      ? Api<C>[K]
      : C[K] extends Contract
        ? Described<D[K], C[K]>
        : never
    : never
}

/** What implements a contract: a function an operation; the compiler reports a missing or an extra one. Each answers a value, or an `Answer`. */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: C[K] extends Operation
    ? (input: Input<C[K]>, call: CallContext) => Promise<Output<C[K]> | Answer<Output<C[K]>>>
    : C[K] extends Contract
      ? Handlers<C[K]>
      : never
}
