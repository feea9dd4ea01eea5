import { type Child, startChild } from '../../child.ts'
import type { SlowReading } from '../../programs/read-slowly.ts'
import type { RowGroup } from '../../row.ts'

const READERS = 2000
const LARGE = '/v1/orders/size-4194304'
const SMALL = '/v1/orders/42'
const MOST = { memory: 1.2, stallMs: 50, slower: 2 }

/** What slow readers do to a proxy. */
interface Effect {
  /** Bytes that the process grew by. */
  readonly growth: number
  readonly stallMs: number
  /** The 99th percentile of the times of other clients, without and with the readers, in milliseconds. */
  readonly alone: number
  readonly beside: number
}

/** Clients that take large responses slowly: the memory they cost, and what others notice of them. */
export const slowReaders: RowGroup = {
  title: `${READERS.toLocaleString('en')} slow readers of responses of 4 MiB: the gateway, beside bare undici.dispatch`,
  async measure({ sliceMs }) {
    const readers = sliceMs < 100 ? READERS / 10 : READERS
    const [bare, own] = [await effectOf('bare', readers), await effectOf('keyless', readers)]
    const memory = own.growth / bare.growth
    const slower = own.beside / own.alone
    const perReader = ({ growth }: Effect): string => `${(growth / readers / 1024).toFixed(0)} KiB`
    return [
      {
        what: 'memory a reader',
        figure: perReader(own),
        ratio: `${memory.toFixed(2)} × bare (${perReader(bare)})`,
        goal: `≤ ${MOST.memory} ×`,
        met: memory <= MOST.memory,
      },
      {
        what: 'longest stall of the event loop while others are served',
        figure: `${own.stallMs.toFixed(0)} ms`,
        ratio: `bare: ${bare.stallMs.toFixed(0)} ms`,
        goal: `≤ ${MOST.stallMs} ms`,
        met: own.stallMs <= MOST.stallMs,
      },
      {
        what: '99th percentile of other clients',
        figure: `${own.beside.toFixed(1)} ms`,
        ratio: `${slower.toFixed(2)} × without readers; bare: ${(bare.beside / bare.alone).toFixed(2)} ×`,
        goal: `≤ ${MOST.slower} ×`,
        met: slower <= MOST.slower,
      },
    ]
  },
}

async function effectOf(program: string, readers: number): Promise<Effect> {
  const backend = startChild('answer-raw')
  const reading = startChild('read-slowly')
  const server = startChild('servers/serve-proxy', [program, String(await backend.ask<number>()), String(readers)])
  try {
    const ask = async (count: number, ms = 5000): Promise<number> => {
      const { port } = await state(server)
      const { times } = await reading.ask<{ times: number[] }>({
        ...{ port, readers: count, ms },
        ...{ large: LARGE, small: SMALL },
      } satisfies SlowReading)
      return percentile(times, 0.99)
    }
    await ask(0)
    const alone = await ask(0)
    const before = await state(server)
    await ask(readers, 1000)
    await state(server)
    const beside = await ask(readers)
    const after = await state(server)
    return { growth: after.rss - before.rss, stallMs: after.stallMs, alone, beside }
  } finally {
    await Promise.all([backend, reading, server].map((child) => child.stop()))
  }
}

const state = (server: Child) => server.ask<{ port: number; rss: number; stallMs: number }>()

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}
