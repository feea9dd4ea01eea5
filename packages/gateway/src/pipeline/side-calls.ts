import type { CauseId } from '@signalbox/core/gateway'
import { lastWins } from '../backend/last-wins.ts'
import { CallFailedError, type Send } from '../backend/send.ts'
import type { Target } from '../backend/target.ts'
import { commonHost, hostOf, overrideHost } from '../backend/target-host.ts'
import { Attempts } from '../backends/attempts/attempts.ts'
import type { Backends } from '../backends/backends.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import { getHeader, type HeaderList, removeHeader, setHeader } from '../headers/header-list.ts'
import type { PrepareCall, SideCall, SideRequest, SideResponse } from '../plugin-api/side-call.ts'
import { passedOn } from './backend-response.ts'
import { prepareCalls } from './prepare-call.ts'
import { isFit } from './prepare-forward.ts'

/** Calls of backends beside requests. */
export interface SideCalls {
  readonly call: SideCall
  readonly prepareCall: PrepareCall
  /** Calls a target as the last transport does. */
  readonly send: Send
  /** Replaces how targets are called. The last transport wins. Returns a function that undoes it. */
  useSend(send: Send): () => void
}

interface SideCallPorts {
  readonly backends: Backends
  readonly elapsed: () => number
  /** How targets are called until a transport replaces it. */
  readonly send: Send
}

/**
 * Creates the calls of a gateway. Each is sent once: it moves to another target only if nothing of it was sent.
 * Attempts count like attempts of requests.
 */
export function createSideCalls({ backends, elapsed, send }: SideCallPorts): SideCalls {
  const sender = lastWins(send)

  async function call({ exchange, backend, method, headers, body, most }: SideRequest): Promise<SideResponse> {
    const state = exchange as ExchangeState
    const path = state.pathFor(backend)
    if (path !== state.path && !isFit(path, state.plan?.allowed ?? 0)) throw failed('errors.route.misconfigured')
    const attempts = new Attempts(backends.of(backend))
    for (;;) {
      const refused = attempts.begin(exchange, elapsed())
      if (refused !== undefined || !attempts.target) throw failed(refused ?? 'errors.backend.unavailable')
      const { target } = attempts.target
      const sent = headersFor(state, headers, target)
      try {
        const response = await sender.current({
          ...{ backend, target, method, path: path + state.query },
          ...{ headers: sent, body, most },
        })
        attempts.responded(exchange, response.status, false, elapsed())
        return { ...response, headers: passedOn(response.headers) }
      } catch (error) {
        if (!(error instanceof CallFailedError)) throw error
        const { failure, wasSent } = error
        if (!attempts.moves(failure, { wasSent, isReplayable: true }, elapsed())) throw error
      } finally {
        attempts.ended(elapsed())
      }
    }
  }

  return {
    call,
    prepareCall: prepareCalls((request) => sender.current(request)),
    send: (request) => sender.current(request),
    useSend: sender.use,
  }
}

const failed = (cause: CauseId): CallFailedError => new CallFailedError({ cause })

/**
 * The headers for a target: its length is that of the body, its `Via` that of the request, and its host that of the target if it is that of a target.
 */
function headersFor(state: ExchangeState, headers: readonly string[], target: Target): HeaderList {
  const list = [...headers]
  removeHeader(list, 'content-length')
  setHeader(list, 'Via', state.via)
  const host = getHeader(list, 'host')
  if (state.remembered(overrideHost) || host === commonHost(state.backend)) setHeader(list, 'Host', hostOf(target))
  return list
}
