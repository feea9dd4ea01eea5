import type { ChangeEvent, Sink } from '@signalbox/core/sinks'
import { expect, test } from 'vitest'

/** A message at a destination, as a reader finds it that knows nothing of the sink. */
export interface SinkRecord {
  /** The id of the event, wherever the destination has it: in a header, in the id of the message, or in its text. */
  readonly id: number
  /** The text of the message, byte for byte. */
  readonly text: string
  /** The key of the record, if the destination has it outside the text. */
  readonly key?: string
}

/** A new, empty destination, and the ways in which a test reaches it. */
export interface SinkHarness {
  /** Opens a sink on the destination. Several may be open at once, as if several processes led the sink. */
  open(): Sink | Promise<Sink>
  /** Reads everything at the destination, in its order; with a client other than the sink's where there is one. */
  readAll(): Promise<readonly SinkRecord[]>
  /**
   * Appends with a separate sink that fails after the destination has stored the events and before the sink receives
   * the answer: kills a process, or cuts the connection. Adds a test. @default not tested
   */
  appendUnacknowledged?(events: readonly ChangeEvent[], after: number): Promise<void>
  /**
   * Makes the destination stop responding, until the returned function is called. Adds tests. @default not tested
   */
  stall?(): Promise<() => unknown>
  /** Ends what the harness has started. Called after the sinks are closed. */
  close?(): unknown
}

/** Options of `describeSink`: what the sink under test promises. */
export interface SinkSuiteOptions {
  /**
   * Whether the destination refuses repeats, so that it has each event once, in order. Otherwise it has each event at
   * least once.
   */
  readonly isExact: boolean
  /** The text of an event at the destination. @default the event as JSON */
  readonly textOf?: (event: ChangeEvent) => string
  /** The longest time in milliseconds that a pending call may take to end after its signal aborts. @default 10_000 */
  readonly patience?: number
}

/** A signal that never aborts. */
export const never = new AbortController().signal

/** A destination for one test, whose sinks are closed after it. */
export interface Destination extends Omit<SinkHarness, 'open'> {
  open(): Promise<Sink>
  /** The ids at the destination, in its order. */
  ids(): Promise<readonly number[]>
}

/** A `test` whose functions receive a new destination. */
export const sinkTest = (create: () => SinkHarness | Promise<SinkHarness>) =>
  test.extend('destination', async ({ onTestFinished }): Promise<Destination> => {
    const harness = await create()
    const sinks: Sink[] = []
    onTestFinished(async () => {
      for (const sink of sinks) await sink.close()
      await harness.close?.()
    })
    return {
      readAll: () => harness.readAll(),
      ...(harness.appendUnacknowledged && {
        appendUnacknowledged: (events, after) => harness.appendUnacknowledged!(events, after),
      }),
      ...(harness.stall && { stall: () => harness.stall!() }),
      async open() {
        const sink = await harness.open()
        sinks.push(sink)
        return sink
      },
      ids: async () => (await harness.readAll()).map(({ id }) => id),
    }
  })

/** The `test` of the suite. */
export type SinkTest = ReturnType<typeof sinkTest>

/** An event with this id. */
export const eventOf = (id: number, payload: unknown = { id: `key:${id % 10}`, n: id }): ChangeEvent => ({
  _id: id,
  type: 'FEATURE_UPDATED',
  key: `key:${id % 10}`,
  domain: 'Feature',
  payload,
  timestamp: '2026-01-01T00:00:00.000',
})

/** Events with these ids. */
export const eventsOf = (...ids: readonly number[]): ChangeEvent[] => ids.map((id) => eventOf(id))

/** The ids from `first` to `last`. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/**
 * Appends what the destination lacks of these events, as the leader does: asks for the position, and appends the events
 * after it. A destination that cannot tell its position gets all of them.
 */
export async function appendRest(sink: Sink, events: readonly ChangeEvent[]): Promise<void> {
  const position = (await sink.position(never)) ?? 0
  const rest = events.filter(({ _id }) => _id > position)
  if (rest.length > 0) await sink.append(rest, position, never)
}

/** Asserts that the destination has these events: once and in order, or if repeats are possible, each for the first time in order. */
export async function expectDelivered(
  destination: Destination,
  ids: readonly number[],
  isExact: boolean,
): Promise<void> {
  const found = await destination.ids()
  expect(isExact ? found : [...new Set(found)]).toEqual(ids)
}
