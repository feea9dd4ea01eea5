import {
  type CauseId,
  type CompiledBackend,
  type CompiledMatch,
  type CompiledRoute,
  type CompiledSlot,
  forwardPath,
  strippedPrefix,
} from '@signalbox/core/gateway'
import type { Target } from '../backend/target.ts'
import type { Attempts } from '../backends/attempts/attempts.ts'
import { getHeaders, type HeaderList, removeHeader } from '../headers/header-list.ts'
import type { HeaderEdits, HeaderView } from '../headers/header-view.ts'
import { BackendEdits, ListView } from '../headers/list-view.ts'
import type { Charge } from '../limits/charges.ts'
import type { ClientCertificate, Codings } from '../plugin-api/connection.ts'
import type { Consumer, Denied, Exchange, ReleaseNote, ResponseHead } from '../plugin-api/exchange.ts'
import type { BodyCoding, BodyTransform } from '../plugin-api/hooks.ts'
import type { Incoming } from '../request/incoming.ts'
import { queryValue } from '../request/query.ts'
import type { RequestState } from '../request/request-state.ts'
import type { Found, RouteRequest } from '../router/router.ts'
import type { Captured } from './captured.ts'
import type { CodedAnswer, Decided } from './decided.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import type { PluginRun, Spans } from './observed.ts'
import { paramsOf } from './params.ts'
import type { RoutePlan } from './route-plan.ts'

/**
 * The state of one exchange. A class, because one is made for every request: methods are shared, and what only some
 * requests need is made when it is asked for.
 */
export class ExchangeState implements Exchange, Decided, RouteRequest, RequestState {
  id: string
  readonly now: number
  readonly method: string
  host = ''
  port = 80
  path = ''
  keptPath: string | undefined
  needs = 0
  query = ''
  address: string
  readonly peer: string
  isTrusted = false
  secure: boolean
  /** The request as the transport has it. */
  incoming: Incoming | undefined
  readonly list: HeaderList = []
  held: HeaderList | undefined
  hasCredentials = false
  hasBody = false
  contentLength: number | undefined
  takesTrailers = false
  expectsContinue = false
  mustClose = false
  chain = ''
  forwarded: string | undefined
  hasProxyCertificate = false
  forwardedCertificate: ClientCertificate | undefined
  via = ''
  trace: string | undefined
  accept: string | undefined
  body: Uint8Array | undefined
  consumer: Consumer | undefined
  identifiedBy: CompiledSlot | undefined
  denied: Denied | undefined
  charges: Charge[] | undefined
  releases: ReleaseNote[] | undefined
  answer: CodedAnswer | undefined
  /** The cause of an answer that is an error. */
  cause: CauseId | undefined
  /** The target of the current attempt. */
  target: Target | undefined
  attempts: Attempts | undefined
  isReplayable = true
  forwardTarget = ''
  plan: RoutePlan | undefined
  isFinished = false
  /** Whether the response stands: hooks that come later change nothing. */
  isAnswered = false
  /** What is captured of its bodies. */
  captured: Captured | undefined
  /** The headers of the response, if they are captured. */
  sentHeaders: HeaderList | undefined
  /** What its plugins decided, while a tail is attached or if its API has `export_reporting`. */
  flow: PluginRun[] | undefined
  /** Its spans; absent if it is not traced. */
  spans: Spans | undefined
  /** Whether its spans have ended. */
  isTraced = false
  /** What the data plane served when the request came: the id of a change event. */
  revision = -1
  #found: Found<RoutePlan> | undefined
  #backend: CompiledBackend | undefined
  #forwardPath: string | undefined
  #headers: HeaderView | undefined
  #out: HeaderEdits | undefined
  #params: Readonly<Record<string, string>> | undefined
  #state: Map<symbol, unknown> | undefined

  constructor({ id, now, method, peer, secure }: Pick<ExchangeState, 'id' | 'now' | 'method' | 'peer' | 'secure'>) {
    this.id = id
    this.now = now
    this.method = method
    this.peer = peer
    this.address = peer
    this.secure = secure
  }

  /** Takes the route of the request. */
  enter(found: Found<RoutePlan>): void {
    this.#found = found
    this.plan = found.entry.plan
    if (this.held && this.plan.passHeaders) this.#passOn(this.held, this.plan.passHeaders)
    if (this.plan.testingHeader !== undefined) removeHeader(this.list, this.plan.testingHeader)
  }

  #passOn(held: HeaderList, names: ReadonlySet<string>): void {
    for (let i = 0; i < held.length; i += 2)
      if (names.has((held[i] as string).toLowerCase())) this.list.push(held[i] as string, held[i + 1] as string)
  }

  /** Undefined until the route is found; plugins see an exchange only afterwards. */
  get route(): CompiledRoute {
    return this.plan?.route as CompiledRoute
  }

  get match(): CompiledMatch {
    return (this.#found as Found<RoutePlan>).match
  }

  get dueAt(): number {
    return this.attempts?.dueAt ?? Number.POSITIVE_INFINITY
  }

  get certificate(): ClientCertificate | undefined {
    return this.hasProxyCertificate ? this.forwardedCertificate : this.incoming?.certificate
  }

  get as(): string | undefined {
    return this.incoming?.as
  }

  get signal(): AbortSignal | undefined {
    return this.incoming?.signal
  }

  get codings(): Codings {
    return this.incoming?.codings ?? noCodings
  }

  get draft(): boolean {
    return this.plan?.route.draft === true
  }

  get headers(): HeaderView {
    this.#headers ??= new ListView(this.list)
    return this.#headers
  }

  get out(): HeaderEdits {
    this.#out ??= new BackendEdits(forwardedHeaders(this, this.#prefix()))
    return this.#out
  }

  get params(): Readonly<Record<string, string>> {
    this.#params ??= paramsOf(this.#found)
    return this.#params
  }

  get state(): Map<symbol, unknown> {
    this.#state ??= new Map()
    return this.#state
  }

  /** What is remembered under a symbol, without making the map. */
  remembered(key: symbol): unknown {
    return this.#state?.get(key)
  }

  get backend(): CompiledBackend {
    return this.#backend ?? (this.plan as RoutePlan).route.backend
  }
  set backend(backend: CompiledBackend) {
    const before = this.#out && this.#prefix()
    this.#backend = backend
    if (before !== undefined) this.#tellPrefix(before)
  }

  get forwardPath(): string {
    this.#forwardPath ??= this.#pathTo(this.backend)
    return this.#forwardPath
  }

  /** The path for another backend: that which a plugin has set, or that of the backend. */
  pathFor(backend: CompiledBackend): string {
    const own = this.#pathTo(this.backend)
    return this.forwardPath === own ? this.#pathTo(backend) : this.forwardPath
  }

  #pathTo(backend: CompiledBackend): string {
    const { frontend } = (this.plan as RoutePlan).route
    const { path, match, params } = this
    return forwardPath({ frontend, backend }, { path, match, params })
  }

  set forwardPath(path: string) {
    this.#forwardPath = path
  }

  /** The part of the path that the backend does not get. */
  #prefix(): string {
    if (!this.plan) return ''
    const { path, match, backend } = this
    return strippedPrefix({ frontend: this.plan.route.frontend, backend }, { path, match })
  }

  /** Corrects the prefix in headers that were made for another backend. */
  #tellPrefix(before: string): void {
    const prefix = this.#prefix()
    if (prefix === before) return
    if (prefix === '') this.out.remove('X-Forwarded-Prefix')
    else this.out.set('X-Forwarded-Prefix', prefix)
  }

  /** Of a header that is held back, too: the conditions of a route are no proof. */
  headerValue(name: string): string | undefined {
    let values = getHeaders(this.list, name)
    if (values.length === 0 && this.held) values = getHeaders(this.held, name)
    return values.length > 1 ? values.join(', ') : values[0]
  }

  queryValue(name: string): string | undefined {
    return this.query === '' ? undefined : queryValue(this.query, name)
  }

  requestTransforms(): readonly BodyTransform[] | undefined {
    const hooks = this.plan?.requestBodies
    if (!hooks || hooks.length === 0) return undefined
    return someOf(hooks.flatMap((hook) => (hook.applies(this.path) ? (hook.call(this) ?? []) : [])))
  }

  responseTransforms(head: ResponseHead): readonly BodyTransform[] | undefined {
    const hooks = this.plan?.responseBodies
    if (!hooks || hooks.length === 0) return undefined
    return someOf(hooks.flatMap((hook) => (hook.applies(this.path) ? (hook.call(this, head) ?? []) : [])))
  }

  responseCoding(head: ResponseHead): BodyCoding | undefined {
    for (const { applies, call } of this.plan?.responseCodings ?? []) {
      const coding = applies(this.path) ? call(this, head) : undefined
      if (coding) return coding
    }
    return undefined
  }
}

const noCodings: Codings = { names: new Set(), canFlush: false }

const someOf = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined)
