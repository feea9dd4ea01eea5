import type { SignalboxOptions } from '../options.ts'
import type { Clock, Fetch, Wait } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'

/** A manual clock that resolves waits when it is advanced. */
export interface ManualTime {
  readonly clock: Clock
  readonly wait: Wait
  /** Advances to the next moment that a wait ends, and resolves with the milliseconds skipped. */
  skip(): Promise<number>
  /** Advances by `ms` milliseconds, resolving all waits that end by then. */
  advance(ms: number): Promise<void>
  /** Advances the clock while nothing but the caller runs. */
  pass(ms: number): void
  /** Returns the number of pending waits. */
  waiting(): number
}

/** Runs everything that does not wait for time. */
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Creates a manual clock. */
export function manualTime(start = Date.UTC(2026, 0, 1)): ManualTime {
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  let now = start

  async function goTo(end: number): Promise<void> {
    await settle()
    for (;;) {
      const due = [...sleepers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      now = Math.max(now, due.at)
      due.wake()
      await settle()
    }
    now = end
  }

  return {
    clock: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const sleeper = { at: now + ms, wake }
        sleepers.add(sleeper)
        if (signal?.aborted) wake()
        else signal?.addEventListener('abort', wake)
      }),
    async skip() {
      await settle()
      const before = now
      const next = Math.min(...[...sleepers].map(({ at }) => at))
      if (Number.isFinite(next)) await goTo(next)
      return now - before
    },
    advance: (ms) => goTo(now + ms),
    pass(ms) {
      now += ms
    },
    waiting: () => sleepers.size,
  }
}

/** A call to a webhook as its receiver saw it. */
export interface Received {
  readonly url: string
  readonly at: number
  readonly headers: Headers
  readonly body: string
  /** The keys of the events. */
  readonly keys: readonly string[]
}

/** A receiver's response to a call. */
export type Answer = (call: Received) => Response | Promise<Response>

/** Receivers by URL, and the calls they received. An unset one answers 204. */
export function receivers(clock: Clock) {
  const calls: Received[] = []
  const answers = new Map<string, Answer>()
  const fetch: Fetch = async (url, init) => {
    const { method, headers, body, signal } = init
    const request = new Request(url, { method: method ?? 'GET', headers: headers ?? {}, body: body as string })
    const text = await request.text()
    const { objectsEdited } = JSON.parse(text) as { objectsEdited: { key: string }[] }
    const call = { url, at: clock(), headers: request.headers, body: text, keys: objectsEdited.map(({ key }) => key) }
    calls.push(call)
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('The call was given up'))),
    )
    return Promise.race([answers.get(url)?.(call) ?? new Response(null, { status: 204 }), aborted])
  }
  return {
    fetch,
    calls,
    /** Sets the response of a URL. */
    at: (url: string, answer: Answer) => void answers.set(url, answer),
    /** Returns the keys that arrived at a URL, per call. */
    keysAt: (url: string) => calls.filter((call) => call.url === url).map(({ keys }) => keys),
  }
}

/** A receiver that answers with a status. */
export const answering =
  (status: number): Answer =>
  () =>
    new Response(status === 204 ? null : 'x', { status })

/** The default URL of a test's webhook. */
export const URL_OF_HOOK = 'https://receiver.example/hook'

/** Creates a box with the test's clock and receivers. The test closes it. */
export function hookBox(options: SignalboxOptions = {}) {
  const time = manualTime()
  const receiver = receivers(options.clock ?? time.clock)
  const failures: unknown[] = []
  const box = createSignalbox({
    clock: time.clock,
    wait: time.wait,
    fetch: receiver.fetch,
    report: (error) => failures.push(error),
    ...options,
  })
  const write = async (...keys: string[]) => {
    for (const id of keys) await box.configs.create({ body: { id, value: 1 } })
  }
  const hook = (more: object = {}) =>
    box.webhooks.create({ body: { clientId: 'h', callbackUrl: URL_OF_HOOK, ...more } })
  return { box, time, receiver, failures, write, hook }
}
