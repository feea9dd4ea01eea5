import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { behind, type Sink } from '@signalbox/core/sinks'

/** The ids in a file of a sink: the first word of each whole line. */
export const idsIn = (file: string): number[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .slice(0, -1)
    .map((line) => Number.parseInt(line, 10))

/** A sink that appends lines to a file, and removes half a line that a killed process has left. */
export function fileSink(file: string, appended: (id: number) => void = () => {}): Sink {
  const last = () => idsIn(file).at(-1) ?? 0
  return {
    kind: 'file',
    async position() {
      if (existsSync(file)) {
        const bytes = readFileSync(file)
        truncateSync(file, bytes.lastIndexOf(10) + 1)
      }
      return last()
    },
    async append(events, after) {
      if (last() !== after) throw behind(after, { position: last() })
      appendFileSync(file, events.map((event) => `${event._id} ${JSON.stringify(event)}\n`).join(''))
      appended(events.at(-1)?._id ?? 0)
    },
    async close() {},
  }
}
