import { setTimeout as delay } from 'node:timers/promises'
import { isBehind, type Sink } from '@signalbox/core/sinks'
import { eventOf, range } from './events.fixture.ts'

/** How far to copy, the size of batches, and who is notified. */
interface Copying {
  readonly last: number
  readonly batch: number
  readonly report?: (line: string) => void
}

/** Appends the events up to `last` that the destination lacks. After each failure it asks for the position again. */
export async function copyEvents(sink: Sink, { last, batch, report = () => {} }: Copying): Promise<void> {
  for (;;)
    try {
      let position = (await sink.position(AbortSignal.timeout(20_000))) ?? 0
      while (position < last) {
        const end = Math.min(position + batch, last)
        report(`append ${end}`)
        const events = range(position + 1, end).map((id) => eventOf(id))
        await sink.append(events, position, AbortSignal.timeout(20_000))
        position = end
      }
      return
    } catch (error) {
      report(`${isBehind(error) ? 'behind' : 'failed'} ${error instanceof Error ? error.message : error}`)
      await delay(100)
    }
}
