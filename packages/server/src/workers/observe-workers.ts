import type { Capture, ExplainRequest, Explanation, TailEvent, TailFilter } from '@signalbox/core/gateway'
import type { Gateway } from '@signalbox/gateway'
import type { ObservedGateway } from '../admin/observed-gateway.ts'
import { limitTail } from './limit-tail.ts'
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

/** The most captured requests of an API, as of one gateway. */
const MOST_CAPTURES = 100

/** Creates what answers questions in a worker. */
export function answering(gateway: Gateway, push: (topic: string, value: unknown) => void) {
  const tails = new Map<string, () => void>()

  function tail(topic: string, filter: TailFilter): void {
    tails.get(topic)?.()
    tails.set(
      topic,
      gateway.tail(filter, (event) => push(topic, event)),
    )
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
    async captures(api) {
      const all = (await ask({ about: 'captures', api })).flatMap(({ answer }) => answer as Capture[])
      return all.sort((one, other) => (one.time < other.time ? 1 : -1)).slice(0, MOST_CAPTURES)
    },
    tail(filter, listener) {
      const topic = `tail ${++tails}`
      const limit = limitTail(listener)
      const leave = workers.subscribe(topic, {
        listener: (event) => limit.hear(event as TailEvent),
        question: { about: 'tail', topic, filter } satisfies Question,
      })
      return () => {
        leave()
        limit.close()
        void ask({ about: 'tail ended', topic })
      }
    },
    explain: async (request) => (await first({ about: 'explain', request })) as Explanation | undefined,
  }
}
