import type { ExplainRequest, Explanation } from '@signalbox/core/gateway'
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

/** Answers a question in a worker. */
export function answerAbout(gateway: Gateway, question: unknown): unknown {
  const asked = question as Question
  if (asked.about === 'ready') return gateway.status().state !== 'cold'
  if (asked.about === 'metrics') return gateway.metrics(asked.format)
  if (asked.about === 'decision') return gateway.decision(asked.id)
  return gateway.explain(asked.request)
}

/** Asks the gateways of workers. */
export function observeWorkers(workers: Pick<Workers, 'ask'>): ObservedGateway {
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
    explain: async (request) => (await first({ about: 'explain', request })) as Explanation | undefined,
  }
}
