/**
 * Flags in an application that lose the event stream of a server and list all features again. Takes the server's port.
 * Answers with the cost of that, and with what the application could do meanwhile.
 */
import { createClient, live } from '@signalbox/client'
import { answerWith } from '../child.ts'
import { threadTime } from '../harness.ts'
import { manyUsers, mixedFeature } from '../workload.ts'

/** The cost of listing again. */
export interface ListedAgain {
  /** From the end of the stream until the flags are fresh. */
  readonly ms: number
  /** CPU time of the main thread: in total, and the most in one turn of the event loop. */
  readonly cpuMs: number
  readonly longestTurnMs: number
  /** The maximum growth of the resident set in bytes. */
  readonly grown: number
  /** The number of checks answered meanwhile, and whether all gave the same answers as before. */
  readonly checks: number
  readonly isSame: boolean
}

const [user] = manyUsers(1) as [{ id: string }]
const { id } = mixedFeature(1, [user])

answerWith(async (port: number): Promise<ListedAgain> => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}` })
  const cut = new AbortController()
  let streams = 0
  const flags = live(
    {
      ...client,
      events: {
        ...client.events,
        stream: (input, options) =>
          streams++ === 0
            ? client.events.stream(input, { ...options, signal: AbortSignal.any([options!.signal!, cut.signal]) })
            : client.events.stream(input, options),
      },
    },
    { random: (bytes) => new Uint8Array(bytes), timeoutMs: 60_000 }, // without a pause
  )
  flags.on('error', () => {}) // the stream was cut on purpose
  await flags.ready()
  globalThis.gc?.()

  const expected = flags.isActive(id, user)
  const resident = process.memoryUsage.rss()
  const fresh = new Promise<void>((resolve) => flags.on('status', (status) => status === 'fresh' && resolve()))
  let isOver = false
  void fresh.then(() => {
    isOver = true
  })
  let [checks, wrong, longest, grown] = [0, 0, 0, 0]
  const start = performance.now()
  cut.abort()
  const cpu = await threadTime(async () => {
    while (!isOver) {
      longest = Math.max(longest, await threadTime(() => new Promise((resolve) => setImmediate(resolve))))
      if (flags.isActive(id, user) !== expected) wrong++
      if (checks++ % 20 === 0) grown = Math.max(grown, process.memoryUsage.rss() - resident)
    }
  })
  const ms = performance.now() - start
  await flags.close()
  return { ms, cpuMs: cpu / 1e6, longestTurnMs: longest / 1e6, grown, checks, isSame: wrong === 0 }
})
