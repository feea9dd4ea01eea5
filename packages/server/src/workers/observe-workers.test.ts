import type { TailEvent, TailFilter } from '@signalbox/core/gateway'
import type { Gateway } from '@signalbox/gateway'
import { expect, it } from 'vitest'
import { answering, observeWorkers } from './observe-workers.ts'
import type { Subscription } from './supervise.ts'

interface Told {
  readonly isCold?: boolean
  readonly metrics?: string
  readonly decisions?: Readonly<Record<string, string>>
  readonly captures?: readonly { readonly time: string }[]
}

/** The gateway of a worker, and those who listen to it. */
function fakeGateway({ isCold = false, metrics = '', decisions = {}, captures = [] }: Told) {
  const listeners = new Set<(event: TailEvent) => void>()
  const gateway = {
    status: () => ({ state: isCold ? 'cold' : 'fresh' }),
    metrics: () => metrics,
    decision: (id: string) => decisions[id],
    captures: () => captures,
    explain: ({ path }: { path: string }) => decisions[path],
    tail(_: TailFilter, listener: (event: TailEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } as unknown as Gateway
  return { gateway, listeners }
}

/** Workers in this process. */
function fakeWorkers(...told: readonly Told[]) {
  const gateways = told.map(fakeGateway)
  const topics = new Map<string, Subscription>()
  const answers = gateways.map(({ gateway }) =>
    answering(gateway, (topic, value) => topics.get(topic)?.listener(value)),
  )
  const ask = async (question: unknown) => answers.map((answer, place) => ({ place, answer: answer(question) }))
  const observed = observeWorkers({
    ask,
    subscribe(topic, subscription) {
      topics.set(topic, subscription)
      void ask(subscription.question)
      return () => void topics.delete(topic)
    },
  })
  return { observed, gateways, ask, topics }
}

it('workers are ready when there are some, and all of them are', async () => {
  expect(await fakeWorkers({}, {}).observed.isReady()).toBe(true)
  expect(await fakeWorkers({}, { isCold: true }).observed.isReady()).toBe(false)
  expect(await fakeWorkers().observed.isReady()).toBe(false)
})

it('metrics name workers as reports do: the first one is 1', async () => {
  const metrics = '# TYPE up gauge\nup 1\n'
  expect(await fakeWorkers({ metrics }, { metrics }).observed.metrics('prometheus')).toBe(
    '# TYPE up gauge\nup{worker="1"} 1\nup{worker="2"} 1\n',
  )
})

it('what one worker knows is found, whichever it is', async () => {
  const { observed } = fakeWorkers({}, { decisions: { a: 'allowed', '/a': 'explained' } })
  expect(await observed.decision('a')).toBe('allowed')
  expect(await observed.explain({ path: '/a' } as never)).toBe('explained')
  expect(await observed.decision('b')).toBeUndefined()
})

it('the newest captures of all workers come first, at most a hundred', async () => {
  const of = (second: number) => ({ time: `2026-01-01T00:00:${String(second).padStart(2, '0')}Z` })
  const { observed } = fakeWorkers({ captures: [of(1), of(3)] }, { captures: [of(2)] })
  expect(await observed.captures('shop')).toEqual([of(3), of(2), of(1)])
  const many = { captures: Array.from({ length: 60 }, () => of(1)) }
  expect(await fakeWorkers(many, many).observed.captures('shop')).toHaveLength(100)
})

it('a listener hears each request of all workers once, until it leaves', () => {
  const { observed, gateways, ask, topics } = fakeWorkers({}, {})
  const heard: TailEvent[] = []
  const leave = observed.tail({} as TailFilter, (event) => heard.push(event))
  // A worker that has started again is asked again, and so is one that was asked just before.
  for (const { question } of topics.values()) void ask(question)
  const event = { kind: 'request' } as TailEvent
  for (const { listeners } of gateways) for (const listener of listeners) listener(event)
  expect(heard).toEqual([event, event])
  leave()
  expect(gateways.map(({ listeners }) => listeners.size)).toEqual([0, 0])
})
