import type { Clock, Fetch, Wait } from '../ports.ts'
import type { SignalboxOptions } from '../signalbox.ts'
import { createSignalbox } from '../signalbox.ts'

/** Time that passes only when told to, and wakes those who wait. */
export interface ManualTime {
  readonly clock: Clock
  readonly wait: Wait
  /** Moves on to the next moment that somebody waits for, and says how many milliseconds that took. */
  skip(): Promise<number>
  /** Moves on by so many milliseconds, past everybody who waits for less. */
  advance(ms: number): Promise<void>
  /** Lets so many milliseconds pass while nobody has the thread but the caller. */
  pass(ms: number): void
  /** How many wait now. */
  waiting(): number
}

/** Lets everything run that does not wait for time. */
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Time that a test moves. */
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

/** A call to a web hook, as its receiver saw it. */
export interface Received {
  readonly url: string
  readonly at: number
  readonly headers: Headers
  readonly body: string
  /** The ids of the keys of the events. */
  readonly keys: readonly string[]
}

/** What a receiver does with a call. */
export type Answer = (call: Received) => Response | Promise<Response>

/** Receivers by URL, and what they were sent; one that nobody set answers 204. */
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
    /** Sets what answers at a URL. */
    at: (url: string, answer: Answer) => void answers.set(url, answer),
    /** The keys that arrived at a URL, call by call. */
    keysAt: (url: string) => calls.filter((call) => call.url === url).map(({ keys }) => keys),
  }
}

/** A receiver that answers a status. */
export const answering =
  (status: number): Answer =>
  () =>
    new Response(status === 204 ? null : 'x', { status })

/** Where the web hook of a test is, if nothing else is said. */
export const URL_OF_HOOK = 'https://receiver.example/hook'

/** A box whose time and receivers are the test's. It is closed by the test. */
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
