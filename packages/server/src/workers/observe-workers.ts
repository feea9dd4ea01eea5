import type { ExplainRequest, Explanation, TailEvent, TailFilter } from '@signalbox/core/gateway'
import type { Gateway } from '@signalbox/gateway'
import type { ObservedGateway } from '../observed-gateway.ts'
import { mergeMetrics } from './merge-metrics.ts'
import type { Workers } from './supervise.ts'

/** What the primary asks a worker. */
type Question =
  | { readonly about: 'ready' }
  | { readonly about: 'metrics'; readonly format: 'prometheus' | 'openmetrics' }
  | { readonly about: 'decision'; readonly id: string }
  | { readonly about: 'explain'; readonly request: ExplainRequest }
  | { readonly about: 'captures'; readonly api: string }
  | { readonly about: 'tail'; readonly topic: string; readonly filter: TailFilter }
  | { readonly about: 'tail ended'; readonly topic: string }

/** Events of a live tail that a worker tells within a second. */
const MOST_EVENTS = 1000

/** Creates what answers questions in a worker. */
export function answering(gateway: Gateway, push: (topic: string, value: unknown) => void) {
  const tails = new Map<string, () => void>()

  function tail(topic: string, filter: TailFilter): void {
    let second = 0
    let count = 0
    const stop = gateway.tail(filter, (event) => {
      const now = Math.floor(Date.now() / 1000)
      count = now === second ? count + 1 : 1
      second = now
      if (count <= MOST_EVENTS) push(topic, event)
    })
    tails.set(topic, stop)
  }

  return (question: unknown): unknown => {
    const asked = question as Question
    if (asked.about === 'ready') return gateway.status().state !== 'cold'
    if (asked.about === 'metrics') return gateway.metrics(asked.format)
    if (asked.about === 'decision') return gateway.decision(asked.id)
    if (asked.about === 'captures') return gateway.captures(asked.api)
    if (asked.about === 'explain') return gateway.explain(asked.request)
    if (asked.about === 'tail') return tail(asked.topic, asked.filter)
    tails.get(asked.topic)?.()
    return void tails.delete(asked.topic)
  }
}

/** Asks the gateways of workers. */
export function observeWorkers(workers: Pick<Workers, 'ask' | 'subscribe'>): ObservedGateway {
  let tails = 0
  const ask = (question: Question) => workers.ask(question)
  const first = async (question: Question) => (await ask(question)).find(({ answer }) => answer !== undefined)?.answer
  return {
    async isReady() {
      const all = await ask({ about: 'ready' })
      return all.length > 0 && all.every(({ answer }) => answer === true)
    },
    async metrics(format) {
      const all = await ask({ about: 'metrics', format })
      return mergeMetrics(all.map(({ place, answer }) => ({ worker: place + 1, text: String(answer) })))
    },
    decision: (id) => first({ about: 'decision', id }),
    captures: async (api) => (await ask({ about: 'captures', api })).flatMap(({ answer }) => answer as unknown[]),
    tail(filter, listener) {
      const topic = `tail ${++tails}`
      const leave = workers.subscribe(topic, (event) => listener(event as TailEvent))
      void ask({ about: 'tail', topic, filter })
      return () => {
        leave()
        void ask({ about: 'tail ended', topic })
      }
    },
    explain: async (request) => (await first({ about: 'explain', request })) as Explanation | undefined,
  }
}
