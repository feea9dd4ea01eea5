import { type Child, startChild } from '../../child.ts'
import { median } from '../../harness.ts'
import type { Delivered, Delivering } from '../../programs/deliver-hooks.ts'
import type { Row, RowGroup } from '../../row.ts'

const EVENTS = 20
/** The number of webhooks, and of batches per millisecond of effort: a few seconds of deliveries each. */
const sizes = [
  { hooks: 1, batchesPerMs: 4 },
  { hooks: 100, batchesPerMs: 0.1 },
]
const MOST_ROUNDS = 3

/** Webhook deliveries, compared with plain calls that carry the same bytes. */
export const webhooks: RowGroup = {
  title: 'Events delivered to webhooks in batches of 20, beside bare calls of the same fetch',
  async measure({ rounds, sliceMs }) {
    const receiver = startChild('receive')
    const rows: Row[] = []
    try {
      const { port } = await receiver.ask<{ port: number }>()
      for (const { hooks, batchesPerMs } of sizes) {
        const batches = Math.ceil(batchesPerMs * sliceMs)
        const all: Record<'bare' | 'hooked', Delivered[]> = { bare: [], hooked: [] }
        for (let round = 0; round < Math.min(rounds, MOST_ROUNDS); round++)
          for (const kind of ['bare', 'hooked'] as const)
            all[kind].push(await deliver({ port, hooks, batches, isBare: kind === 'bare' }))
        rows.push(...toRows(hooks, hooks * batches * EVENTS, all))
      }
    } finally {
      await receiver.stop()
    }
    return rows
  },
}

async function deliver(question: Delivering): Promise<Delivered> {
  const child: Child = startChild('deliver-hooks')
  try {
    await child.ask({ ...question, batches: Math.ceil(question.batches / 10) } satisfies Delivering)
    return await child.ask<Delivered>(question)
  } finally {
    await child.stop()
  }
}

function toRows(
  hooks: number,
  events: number,
  { bare, hooked }: Record<'bare' | 'hooked', readonly Delivered[]>,
): Row[] {
  const toRow = (what: string, times: readonly Delivered[]) => {
    const rate = (ms: readonly number[]) => Math.round((events / median(ms)) * 1000).toLocaleString('en')
    const [cpu, wall] = [rate(times.map(({ cpuMs }) => cpuMs)), rate(times.map(({ wallMs }) => wallMs))]
    const ratio = median(times.map(({ cpuMs }, round) => bare[round]!.cpuMs / cpuMs))
    return { what, figure: `${cpu} /CPU s, ${wall} /s`, ratio: ratio.toFixed(2) }
  }
  const to = hooks === 1 ? 'one webhook' : `${hooks} webhooks`
  return [toRow(`bare calls, as many at a time as to ${to}`, bare), toRow(`to ${to}`, hooked)]
}
