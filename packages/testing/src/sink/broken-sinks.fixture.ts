import type { ChangeEvent, Sink } from '@signalbox/core/sinks'
import { describeSink } from '../describe-sink.ts'
import { memoryDestination } from './memory-destination.ts'
import type { SinkHarness, SinkRecord } from './sink-test.ts'

/** What is wrong with a destination. */
interface Fault {
  readonly sink?: (sink: Sink, position: () => number) => Partial<Sink>
  readonly read?: (records: readonly SinkRecord[]) => readonly SinkRecord[]
  readonly isExact?: boolean
}

const faults: Readonly<Record<string, Fault>> = {
  'that is sound': {},
  'that stores repeats': { isExact: false, sink: (_sink, position) => ({ position: async () => position() }) },
  'that leaves gaps': { sink: (sink) => ({ append: (events, _after, signal) => sink.append(events, 0, signal) }) },
  'that reverses batches': {
    isExact: false,
    sink: (sink, position) => ({
      position: async () => position(),
      append: (events, after, signal) => sink.append(events.toReversed(), after, signal),
    }),
  },
  'that drops the last event': {
    sink: (sink) => ({
      append: (events: readonly ChangeEvent[], after, signal) => sink.append(events.slice(0, -1), after, signal),
    }),
  },
  'that changes texts': {
    read: (records) => records.map((record) => ({ ...record, text: record.text.replaceAll('\\u0000', '') })),
  },
  'that forgets its position': { sink: () => ({ position: async () => 0 }) },
  'that acknowledges early': {
    sink: (sink) => ({
      append: async (events, after, signal) => void sink.append(events, after, signal).catch(() => {}),
    }),
  },
}

function broken({ sink: change, read = (records) => records, isExact = true }: Fault): SinkHarness {
  const { open, records, stall } = memoryDestination({ isExact })
  const openBroken = (): Sink => {
    const sink = open()
    return { ...sink, ...change?.(sink, () => Math.max(0, ...records.map(({ id }) => id))) }
  }
  return {
    open: openBroken,
    readAll: async () => read(records),
    stall: async () => stall(),
    appendUnacknowledged: (events, after) => openBroken().append(events, after, new AbortController().signal),
  }
}

for (const [name, fault] of Object.entries(faults)) describeSink(name, () => broken(fault), { isExact: true })
