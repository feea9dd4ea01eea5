import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as delay } from 'node:timers/promises'
import parse from 'parse-prometheus-text-format'
import { expect, vi } from 'vitest'
import type { Rule } from './alert-rules.fixture.ts'
import type { Sample } from './evaluate.fixture.ts'
import { type Firing, followRules, INTERVAL } from './firing.fixture.ts'
import { metricsIn } from './promql.fixture.ts'

/** Labels that Prometheus adds to each sample. */
const target = { job: 'signalbox', instance: 'signalbox-1:9081' }

/** Stops the clock for the duration of the test: timers and dates move in `watch` only. */
export function stopTime(): void {
  const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
  vi.useFakeTimers({ toFake: [...toFake], now: Date.parse('2026-01-05T00:00:00Z') })
}

/** A process that is watched. */
export interface Target {
  readonly adminUrl: string
  /** What its users do each minute. @default nothing */
  readonly live?: () => unknown
  /** How far the clock goes at once, in seconds. In between, real sockets have time to work. @default 10 */
  readonly step?: number
}

/** Requests of this process that wait for their response. */
const unanswered = new Set<object>()
const requestOf = (message: unknown) => (message as { readonly request: object }).request
for (const channel of ['undici:request:create', 'http.client.request.start'])
  subscribe(channel, (message) => void unanswered.add(requestOf(message)))
const answered = ['undici:request:headers', 'undici:request:error', 'http.client.response.finish']
for (const channel of [...answered, 'http.client.request.error'])
  subscribe(channel, (message) => void unanswered.delete(requestOf(message)))

/** How long a step waits for responses at most, in real milliseconds. */
const LONGEST_WAIT = 2000

/** Gives sockets real time, while the clock stands still: until all requests are answered, and what follows is done. */
async function untilAnswered(): Promise<void> {
  const end = performance.now() + LONGEST_WAIT
  do {
    await delay(4)
    for (let turn = 0; turn < 15; turn++) await new Promise((resolve) => setImmediate(resolve))
  } while (unanswered.size > 0 && performance.now() < end)
  unanswered.clear() // The rest never get a response.
}

/**
 * Watches a process by the metrics on its port for operators, as a Prometheus with these rules does. The clock must stand
 * still: it moves by a minute between two scrapes.
 */
export function watch({ adminUrl, live, step = 10 }: Target, rules: readonly Rule[]) {
  const followed = followRules(rules)
  const used = new Set(rules.flatMap(({ expr }) => metricsIn(expr)))

  /** Lets a minute pass. Returns the alerts that fire then. */
  async function minute(): Promise<readonly Firing[]> {
    await live?.()
    for (let second = 0; second < INTERVAL; second += step) {
      await vi.advanceTimersByTimeAsync(step * 1000)
      await untilAnswered()
    }
    const at = followed.scrapes.length * INTERVAL + INTERVAL / 2
    return followed.scraped({ at, samples: await scrape(adminUrl, used) })
  }

  return {
    followed,
    /** Lets minutes pass, in which no alert may fire. */
    async isCalm(minutes: number): Promise<void> {
      for (let passed = 1; passed <= minutes; passed++)
        expect({ passed, firing: await minute() }).toEqual({ passed, firing: [] })
    },
    /** Lets time pass until alerts are as expected, for at most some minutes. */
    async until(isExpected: (firing: readonly Firing[]) => boolean, within: number): Promise<readonly Firing[]> {
      let firing: readonly Firing[] = []
      for (let passed = 0; passed < within && !isExpected(firing); passed++) firing = await minute()
      return firing
    },
  }
}

/** What Prometheus stores of some metrics in a scrape; of one that fails, only that it did. */
async function scrape(adminUrl: string, used: ReadonlySet<string>): Promise<readonly Sample[]> {
  const response = await fetch(`${adminUrl}/metrics`).catch(() => undefined)
  const up = { labels: { ...target, __name__: 'up' }, value: Number(response?.ok === true) }
  if (!response?.ok) return [up]
  const lines = (await response.text()).split('\n').filter((line) => used.has(/^\w*/.exec(line)?.[0] ?? ''))
  return [
    up,
    ...parse(`${lines.join('\n')}\n`).flatMap(({ name, metrics }) =>
      metrics.map(({ labels, value }) => ({ labels: { ...labels, ...target, __name__: name }, value: Number(value) })),
    ),
  ]
}
