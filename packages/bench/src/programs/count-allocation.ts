/**
 * Counts the bytes that 1,000,000 checks allocate: `hand-written` or `signalbox`, with the clock `system` or `fixed`.
 * Start it with a young generation large enough to prevent garbage collection, so that the growth of the heap is exact.
 */
import { GCProfiler } from 'node:v8'
import { handWritten } from '../candidates/hand-written.ts'
import { signalboxAt } from '../candidates/signalbox.ts'
import { toCandidate } from '../candidates/to-candidate.ts'
import { answerWith } from '../child.ts'
import { manyUsers, mixedFeatures, questions } from '../workload.ts'

const [name, clock] = process.argv.slice(2)
const CALLS = 1_000_000
const TRIES = 5
const now = Date.now()

answerWith(async () => {
  const users = manyUsers(1000)
  const mixed = mixedFeatures(1000, users)
  const setup = name === 'signalbox' ? signalboxAt(clock === 'fixed' ? () => now : Date.now) : handWritten
  const { run } = toCandidate(await setup(mixed), mixed, users, questions(mixed.length, users.length))
  for (let warm = 0; warm < 4; warm++) {
    run(CALLS)
    await new Promise(setImmediate)
  }
  // The minimum of several runs: on a busy machine, code is optimized late and allocates until then.
  const counts = Array.from({ length: TRIES }, () => bytesOf(run))
  return { bytesPerCall: Math.min(...counts) / CALLS }
})

/** How much the heap grows, in bytes. */
function bytesOf(run: (times: number) => unknown): number {
  globalThis.gc?.()
  run(1000)
  const collections = new GCProfiler()
  collections.start()
  const before = process.memoryUsage().heapUsed
  run(CALLS)
  const bytes = process.memoryUsage().heapUsed - before
  if (collections.stop().statistics.length > 0) throw new Error('Garbage was collected; the count means nothing')
  return bytes
}
