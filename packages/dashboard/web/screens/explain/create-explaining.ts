import { type ReadonlySignal, signal } from '@preact/signals'
import type { CompiledRoute } from '../routes/compiled.ts'
import type { Explanation } from './explanation.ts'
import type { GivenRequest } from './given-request.ts'
import type { Plane } from './plane-words.ts'

/** A request to explain: what is sent, and by whom. */
export interface AskedRequest extends GivenRequest {
  /** The address of the peer; empty for one that is not trusted. */
  readonly address: string
}

/** An explanation with what its words need. */
export interface Explained {
  readonly request: AskedRequest
  readonly explanation: Explanation
  readonly planes: readonly Plane[]
  /** The routes that take the request, or would, by id. */
  readonly routes: ReadonlyMap<string, CompiledRoute>
}

/** An explanation that follows changes. */
export interface Explaining {
  readonly answer: ReadonlySignal<Explained | undefined>
  /** Why the last question was not answered, with the data planes there are. */
  readonly failure: ReadonlySignal<{ readonly error: unknown; readonly planes: readonly Plane[] } | undefined>
  readonly isAsking: ReadonlySignal<boolean>
  /** Asks about a request. Answers to earlier questions are dropped. */
  ask(request: AskedRequest): Promise<void>
  /**
   * Asks again about the last request, after a moment in which further changes are awaited; once someone looks at the
   * answer, if nobody does.
   */
  changed(event: number): void
}

/** What it needs of the page. */
export interface ExplainPorts {
  explain(request: AskedRequest): Promise<Explanation>
  planes(): Promise<readonly Plane[]>
  /** Reads a compiled route; `undefined` if there is none. */
  routeOf(id: string): Promise<CompiledRoute | undefined>
  pause(): Promise<void>
}

/** How many routes are read for the words about them. */
const MOST_READ = 8

/** How often is asked again because the data plane does not serve a change yet. */
const MOST_REPEATS = 10

/** Creates an explanation without a request. */
export function createExplaining({ explain, planes, routeOf, pause }: ExplainPorts): Explaining {
  const answer = signal<Explained | undefined>(undefined, {
    watched() {
      isWatched = true
      if (isOutdated) void follow()
    },
    unwatched() {
      isWatched = false
    },
  })
  const failure = signal<{ error: unknown; planes: readonly Plane[] } | undefined>(undefined)
  const isAsking = signal(false)
  let last: AskedRequest | undefined
  let current: object | undefined
  let newest = 0
  let isWaiting = false
  let isWatched = false
  let isOutdated = false

  async function ask(request: AskedRequest): Promise<void> {
    const own = {}
    current = own
    last = request
    isAsking.value = true
    const known = planes().catch(() => [])
    try {
      const explanation = await explain(request)
      const routes = await routesOf(explanation)
      const all = await known
      if (current !== own) return
      answer.value = { request, explanation, planes: all, routes }
      failure.value = undefined
    } catch (error) {
      const all = await known
      if (current !== own) return
      answer.value = undefined
      failure.value = { error, planes: all }
    }
    isAsking.value = false
  }

  /** The winner, and those that come later. */
  async function routesOf({ route, candidates }: Explanation): Promise<ReadonlyMap<string, CompiledRoute>> {
    const later = candidates.flatMap((one) => (one.because === 'later' ? [one.route] : []))
    const ids = [...new Set([...(route === undefined ? [] : [route]), ...later])].slice(0, MOST_READ)
    const found = await Promise.all(ids.map((id) => routeOf(id).catch(() => undefined)))
    return new Map(ids.flatMap((id, at) => (found[at] ? [[id, found[at]] as const] : [])))
  }

  async function follow(): Promise<void> {
    if (isWaiting) return
    isWaiting = true
    isOutdated = false
    for (let times = 0; times < MOST_REPEATS; times++) {
      await pause()
      if (!isWatched) {
        isOutdated = true
        break
      }
      const asked = newest
      if (last) await ask(last)
      const served = answer.peek()?.explanation.revision
      if (asked === newest && (served === undefined || served >= newest)) break
    }
    isWaiting = false
  }

  return {
    answer,
    failure,
    isAsking,
    ask,
    changed(event) {
      newest = event
      if (!last) return
      if (isWatched) void follow()
      else isOutdated = true
    },
  }
}
