import type { CauseId, Clock, Report } from '@signalbox/core/gateway'
import type { FailureDetail } from '../backend/failures.ts'
import type { TargetPolicy } from '../backend/target-policy.ts'
import type { Backends } from '../backends/backends.ts'
import type { CodedAnswer, Decided } from '../exchange/decided.ts'
import { ExchangeState } from '../exchange/exchange-state.ts'
import type { RoutePlan } from '../exchange/route-plan.ts'
import type { HeaderList } from '../headers/header-list.ts'
import type { Observer } from '../observe/observer.ts'
import type { Tracing } from '../observe/tracing.ts'
import type { ResponseHead } from '../plugin-api/exchange.ts'
import type { Answer, Verdict } from '../plugin-api/hooks.ts'
import { type Refused, RefusedError } from '../plugin-api/refused.ts'
import { peerAddress } from '../request/client-address.ts'
import type { Incoming } from '../request/incoming.ts'
import { readRequest } from '../request/read-request.ts'
import type { RequestSettings } from '../request/settings.ts'
import type { Found, Router } from '../router/router.ts'
import { passedOn } from './backend-response.ts'
import type { ErrorPages } from './error-pages.ts'
import { findPreflightRoute, findRoute } from './find-route.ts'
import type { Pipeline, Responded } from './pipeline.ts'
import { beginAttempt, prepareForward } from './prepare-forward.ts'
import { complete, runResponse, toHead, transformed } from './respond.ts'
import { runSteps } from './run-steps.ts'

/** What the pipeline needs. */
export interface PipelineContext {
  readonly router: Router<RoutePlan>
  /** Whether there is anything to serve yet. */
  readonly isCold: () => boolean
  /** Whether the source has been silent for so long that consumers must be refused. */
  readonly isOutdated: (now: number) => boolean
  readonly settings: RequestSettings
  readonly pages: ErrorPages
  readonly observer: Observer
  /** The plan of an API with `debug_flow` or `export_reporting`, so that somebody learns what its plugins do. */
  readonly debugged: (plan: RoutePlan) => RoutePlan
  /** Absent: nothing is traced. */
  readonly tracing: Tracing | undefined
  readonly backends: Backends
  readonly useSend: Pipeline['useSend']
  readonly targetPolicy: TargetPolicy
  readonly clock: Clock
  /** Milliseconds that only ever grow. @default performance.now */
  readonly elapsed: () => number
  readonly report: Report
  /** What is served: the id of a change event. */
  readonly revision: () => number
  /** Whether responses show it. */
  readonly showsRevision: boolean
  /** Whether responses of limited routes also have the headers `X-RateLimit-…`. */
  readonly hasLegacyLimits: boolean
  /** Makes request ids. */
  readonly nextId: () => string
  /** The most bytes of a body that is read as a whole. */
  readonly wholeBodyLimit: number
  /** Rejects after the time that a plugin may take; the error says what took too long. */
  readonly within: <T>(work: Promise<T>, what: string) => Promise<T>
}

/** Creates the pipeline that all transports share. */
export function createPipeline(context: PipelineContext): Pipeline {
  const {
    router,
    isCold,
    isOutdated,
    settings,
    pages,
    observer,
    tracing,
    debugged,
    backends,
    useSend,
    targetPolicy,
    clock,
    elapsed,
    report,
    nextId,
    wholeBodyLimit,
    within,
    revision,
  } = context

  function decide(incoming: Incoming): ExchangeState | Promise<ExchangeState> {
    const { method, address, secure } = incoming
    const state = new ExchangeState({ id: nextId(), now: clock(), method, peer: peerAddress(address), secure })
    state.revision = revision()
    observer.began()
    try {
      const verdict = judge(state, incoming)
      return verdict instanceof Promise ? verdict.then((one) => conclude(state, one)) : conclude(state, verdict)
    } catch (error) {
      return conclude(state, failure(error))
    }
  }

  function failure(error: unknown): Refused {
    report(error)
    return { refuse: 'errors.gateway.failure' }
  }

  /** Reads the request, finds its route and runs its plugins. */
  function judge(state: ExchangeState, incoming: Incoming): Verdict | Promise<Verdict> {
    const refused = readRequest(state, incoming, settings)
    if (refused) return refused
    if (state.answer) return { answer: state.answer }
    state.incoming = incoming
    if (isCold()) return { refuse: 'errors.gateway.cold', headers: ['Retry-After', '1'] }
    const found = findRoute(router, state)
    if ('refuse' in found) return answerPreflight(state, found)
    if (incoming.covers && !incoming.covers(state.host)) return { refuse: 'errors.host.misdirected' }
    return run(state, found, incoming)
  }

  /** Takes the route of a request. Returns its plan. */
  function enter(state: ExchangeState, found: Found<RoutePlan>): RoutePlan {
    state.enter(found)
    tracing?.began(state)
    const { plan } = found.entry
    if (!plan.isNoted) return plan
    state.plan = debugged(plan)
    return state.plan
  }

  /**
   * Lets a CORS preflight be answered by the route of the request that it asks about. Otherwise the refusal stands.
   */
  function answerPreflight(state: ExchangeState, refused: Refused): Verdict | Promise<Verdict> {
    const found = findPreflightRoute(router, state)
    if (!found || found.entry.plan.refused) return refused
    const plan = enter(state, found)
    const request = plan.request.filter(({ stage }) => stage === 'answer')
    const verdict = runSteps(state, { request }, { report, within, readBody: noBody })
    return verdict instanceof Promise ? verdict.then((one) => one ?? refused) : (verdict ?? refused)
  }

  function run(state: ExchangeState, found: Found<RoutePlan>, incoming: Incoming): Verdict | Promise<Verdict> {
    const plan = enter(state, found)
    if (plan.refused) return plan.refused
    if (plan.admitsConsumers && isOutdated(state.now)) return { refuse: 'errors.gateway.stale' }
    if (plan.request.length === 0) return undefined
    return runSteps(state, plan, {
      report,
      within,
      readBody: (most = wholeBodyLimit) => incoming.readBody?.(Math.min(most, wholeBodyLimit)) ?? noBody(),
    })
  }

  /** Turns a verdict into an answer, or completes the request for the backend. */
  function conclude(state: ExchangeState, verdict: Verdict): ExchangeState | Promise<ExchangeState> {
    if (verdict === undefined) {
      const refused = safely(() => prepareForward(state, backends) ?? begin(state))
      if (refused) state.answer = failed(state, refused)
      else tellForwarded(state)
      return state
    }
    if ('refuse' in verdict) {
      state.answer = refusal(state, verdict)
      return state
    }
    return answered(state, verdict.answer)
  }

  function begin(state: ExchangeState): Refused | undefined {
    const refused = beginAttempt(state, elapsed())
    if (!refused) tracing?.attempted(state)
    return refused
  }

  /** The response to a failure of the backend: that of a plugin, or the error page. */
  function failed(state: ExchangeState, refused: Refused & FailureDetail): CodedAnswer {
    return rescue(state, refused.refuse) ?? refusal(state, refused)
  }

  function rescue(state: ExchangeState, cause: CauseId): CodedAnswer | undefined {
    if (!cause.startsWith('errors.backend.')) return undefined
    try {
      for (const { applies, call } of state.plan?.failed ?? []) {
        const answer = applies(state.path) ? call(state, cause) : undefined
        if (!answer) continue
        const head = toHead(answer.status, [...answer.headers], lengthOf(answer))
        // Nobody waits here: hooks that take their time do not change the response.
        const replaced = runResponse(state, state.plan?.response ?? [], head)
        if (replaced instanceof Promise) replaced.catch(report)
        return finished(state, replaced && !(replaced instanceof Promise) ? replaced : changedBy(state, head, answer))
      }
    } catch (error) {
      report(new Error('A plugin failed in its hook for failures', { cause: error }))
    }
    return undefined
  }

  function tellForwarded(state: ExchangeState): void {
    for (const { applies, call } of state.plan?.forwarded ?? [])
      try {
        if (applies(state.path)) call(state)
      } catch (error) {
        report(error)
      }
  }

  function safely(work: () => Refused | undefined): Refused | undefined {
    try {
      return work()
    } catch (error) {
      return failure(error)
    }
  }

  /** Sends an answer of a plugin through the response hooks, like that of a backend. */
  function answered(state: ExchangeState, answer: Answer): ExchangeState | Promise<ExchangeState> {
    const head = toHead(answer.status, [...answer.headers], lengthOf(answer))
    const end = (replaced: Answer | undefined): ExchangeState => {
      state.answer = finished(state, replaced ?? changedBy(state, head, answer))
      return state
    }
    const fail = (error: unknown): ExchangeState => {
      state.isAnswered = true
      state.answer = refusal(state, failedPlugin(error))
      return state
    }
    try {
      const replaced = runResponse(state, state.plan?.response ?? [], head)
      return replaced instanceof Promise
        ? within(replaced, 'A hook for responses').then(end).catch(fail)
        : end(replaced)
    } catch (error) {
      return fail(error)
    }
  }

  const completed = (state: ExchangeState, list: HeaderList): HeaderList => complete(state, list, context)

  /** An answer with its head and body as the plugins have changed them. */
  function changedBy(state: ExchangeState, head: ResponseHead, { body }: Answer): CodedAnswer {
    const { status, headers } = head
    const hasBody = body !== undefined && state.method !== 'HEAD'
    const transforms = hasBody && state.responseTransforms(head)
    const sent = hasBody && transforms ? transformed(body, transforms) : body
    return { status, headers: headers.list, body: sent, coding: hasBody ? state.responseCoding(head) : undefined }
  }

  /** An answer as it is sent. */
  const finished = (state: ExchangeState, { status, headers, body, coding }: CodedAnswer): CodedAnswer => ({
    status,
    headers: completed(state, [...headers]),
    body: state.method === 'HEAD' ? undefined : body,
    coding,
  })

  function failedPlugin(error: unknown): Refused {
    if (error instanceof RefusedError) return error.refused
    report(new Error('A plugin failed in its hook for responses', { cause: error }))
    return { refuse: 'errors.plugin.failed' }
  }

  /** The error page of a refusal, after those hooks that also see refusals. */
  function refusal(state: ExchangeState, refused: Refused & FailureDetail): Answer {
    state.cause = refused.refuse
    const { status, headers, body } = pages(state, refused)
    const head = toHead(status, [...headers])
    try {
      // Nobody waits here: hooks that take their time do not change the response.
      const ran = runResponse(state, state.plan?.refusals ?? [], head)
      if (ran instanceof Promise) ran.catch(report)
    } catch (error) {
      report(new Error('A plugin failed in its hook for responses', { cause: error }))
    }
    return { status: head.status, headers: completed(state, head.headers.list), body }
  }

  function respond(decided: Decided, status: number, rawHeaders: readonly string[]): Responded | Promise<Responded> {
    const state = decided as ExchangeState
    const retryAfter = state.attempts?.responded(state, status, state.isReplayable, elapsed())
    tracing?.responded(state, status, retryAfter !== undefined)
    if (retryAfter !== undefined) return { status, headers: [], retryAfter }
    const head = toHead(status, passedOn(rawHeaders))
    const steps = state.plan?.response ?? []
    const passOn = (): Responded => {
      // After the plugins: the cookie of a balancer is for this client alone.
      state.attempts?.head(state, head)
      // What follows a 101 is no body.
      if (status === 101) return { status: head.status, headers: completed(state, head.headers.list) }
      const transforms = state.responseTransforms(head)
      const coding = state.responseCoding(head)
      return { status: head.status, headers: completed(state, head.headers.list), transforms, coding }
    }
    const end = (answer: Answer | undefined): Responded =>
      answer ? replace({ ...answer, headers: completed(state, [...answer.headers]) }) : passOn()
    const fail = (error: unknown): Responded => {
      state.isAnswered = true
      return replace(refusal(state, failedPlugin(error)))
    }
    try {
      if (steps.length === 0) return passOn()
      const replaced = runResponse(state, steps, head)
      return replaced instanceof Promise
        ? within(replaced, 'A hook for responses').then(end).catch(fail)
        : end(replaced)
    } catch (error) {
      return fail(error)
    }
  }

  return {
    decide,
    respond,
    useSend,
    backends,
    targetPolicy,
    attemptFailed(decided, failure, wasSent) {
      const state = decided as ExchangeState
      tracing?.failed(state, failure.cause)
      return state.attempts?.failed(state, failure, { wasSent, isReplayable: state.isReplayable }, elapsed())
    },
    attemptConnected: (decided) => (decided as ExchangeState).attempts?.connected(elapsed()),
    attemptStalled(decided, hasWaited) {
      const state = decided as ExchangeState
      const { attempts, isReplayable } = state
      if (!attempts?.stalled({ hasWaited, isReplayable }, elapsed())) return false
      tracing?.failed(state, 'errors.backend.timeout')
      return true
    },
    attemptWaited: (decided, ms) => (decided as ExchangeState).attempts?.waited(ms),
    nextAttempt(decided) {
      const state = decided as ExchangeState
      const refused = safely(() => begin(state))
      return refused && failed(state, refused)
    },
    broke(decided, failure) {
      const state = decided as ExchangeState
      tracing?.failed(state, failure.cause)
      state.attempts?.broke(failure, elapsed())
    },
    fail: (decided, cause, detail = {}) => failed(decided as ExchangeState, { ...detail, refuse: cause }),
    finish(decided, ended) {
      const state = decided as ExchangeState
      if (state.isFinished) return
      state.isFinished = true
      state.attempts?.ended(elapsed())
      tracing?.ended(state, { status: ended.status, cause: ended.cause ?? state.cause })
      observer.ended(state, ended)
    },
    report,
  }
}

const noBody = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array())

function lengthOf({ body }: Answer): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).length : (body?.length ?? 0)
}

const replace = (answer: Answer): Responded => ({ status: answer.status, headers: [...answer.headers], answer })
