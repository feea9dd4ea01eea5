import type { TargetStateName } from '@signalbox/core/gateway'
import type { Failure } from '../backend/failures.ts'
import type { Target } from '../backend/target.ts'
import type { Choice } from './balancers/balancer.ts'
import type { ServerState } from './server-state.ts'

/** A target of a backend: its settings, and what this gateway knows about its server. Times are of `performance.now`. */
export interface TargetState extends Choice {
  readonly server: ServerState
  /** Whether its settings give it no requests. */
  readonly rests: 'drained' | 'idle' | undefined
  readonly state: TargetStateName
  /** An attempt begins. Each is followed by one `ended`. */
  began(now: number): void
  /**
   * The head of a response has come. `startedAt` is when the attempt began. It waited `waitedMs` before the target was
   * called; @default 0
   */
  responded(status: number, startedAt: number, now: number, waitedMs?: number): void
  /** The attempt failed before the head of a response, or in the middle of it. */
  failed(failure: Failure, startedAt: number, now: number): void
  /** The attempt got a connection, whatever came of it. */
  connected(startedAt: number, now: number): void
  /** The attempt got no connection. */
  refused(failure: Failure, startedAt: number, now: number): void
  /** Whether an attempt finds out whether the target takes connections again. */
  isProbe(startedAt: number): boolean
  /** The last byte has come, the attempt failed, or the client left. */
  ended(startedAt: number, now: number): void
}

/** Creates a target over the state of its server. */
export function createTargetState(target: Target, name: string, server: ServerState): TargetState {
  const rests = restOf(target)
  const { responseTime, began, responded, failed, connected, refused, isProbe, ended } = server
  return {
    target,
    name,
    server,
    rests,
    get state() {
      return rests ?? server.standing
    },
    get inFlight() {
      return server.inFlight
    },
    responseTime,
    began,
    responded,
    failed,
    connected,
    refused,
    isProbe,
    ended,
  }
}

const restOf = ({ drained, weight }: Target): TargetState['rests'] =>
  drained ? 'drained' : weight === 0 ? 'idle' : undefined
