import type { ToldDecision } from '@signalbox/core/gateway'
import type { Target } from '../backend/target.ts'
import { nameOf } from '../backends/target-origin.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { ReleaseNote } from '../plugin-api/exchange.ts'
import { toldReleases } from './told-releases.ts'

/** How the last requests were decided. */
export interface Decisions {
  add(state: ExchangeState, outcome: { status: number; cause: string | undefined; ms: number }): void
  /** How the request with this id was decided, if it is one of the last. */
  find(id: string): ToldDecision | undefined
}

const MOST_DECISIONS = 1000

/** Creates the memory of the last decisions. Its objects are made once and used again: adding allocates nothing. */
export function createDecisions(): Decisions {
  const ring = Array.from({ length: MOST_DECISIONS }, () => new Kept())
  let place = 0
  return {
    add(state, outcome) {
      ring[place]?.take(state, outcome)
      place = (place + 1) % MOST_DECISIONS
    },
    find: (id) => (id === '' ? undefined : ring.find((one) => one.id === id)?.told()),
  }
}

/** A decision in the ring. A class, so that all have one shape. */
class Kept {
  id = ''
  #route: string | undefined
  #api: string | undefined
  #revision = 0
  #status = 0
  #cause: string | undefined
  #plan: string | undefined
  #consumer: string | undefined
  #backend: string | undefined
  #isStored = false
  #target: Target | undefined
  #attempts = 0
  #ms = 0
  #releases: readonly ReleaseNote[] | undefined

  take(state: ExchangeState, { status, cause, ms }: Parameters<Decisions['add']>[1]): void {
    const { id, route, attempts, target } = state
    const consumer = state.consumer ?? state.denied?.consumer
    this.id = id
    this.#route = route?.id
    this.#api = route?.api_ref
    this.#revision = state.revision
    this.#status = status
    this.#cause = cause
    this.#plan = consumer?.plan
    this.#consumer = consumer?.id
    this.#backend = attempts && state.backend.ref
    this.#isStored = attempts !== undefined && state.backend.stored === true
    this.#target = target
    this.#attempts = attempts?.made ?? 0
    this.#ms = Math.round(ms)
    this.#releases = state.releases
  }

  told(): ToldDecision {
    const target = this.#target
    return {
      id: this.id,
      ...given({ route: this.#route, api: this.#api }),
      ...{ revision: this.#revision, status: this.#status },
      ...given({ cause: this.#cause, plan: this.#plan, consumer: this.#consumer, backend: this.#backend }),
      ...(target && { target: nameOf(target) }),
      ...(this.#attempts > 0 && { attempts: this.#attempts }),
      ms: this.#ms,
      ...(this.#releases && { releases: toldReleases(this.#releases) }),
      ...(this.#isStored && { stored: true }),
    }
  }
}

/** An object without its absent members. */
const given = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
