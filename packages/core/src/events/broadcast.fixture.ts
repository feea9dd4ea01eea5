import type { FrameOptions } from '../machine/answers/frames.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { createFollower } from '../machine/log/follower.ts'
import { nextTurn } from '../machine/time/wait.ts'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { manualTime } from '../webhooks/webhooks.fixture.ts'
import { createBroadcast } from './broadcast.ts'

/** The first bytes of a stream. */
export const KEEP_ALIVE = ': keep-alive\n\n'

/** Sets up a broadcast of a log, with parts of its store replaced. `advance` moves the time for keep-alive comments. */
export async function setUp(overrides: (store: Store) => Partial<Store> = () => ({})) {
  const memory = memoryStore()
  const store: Store = { ...memory, ...overrides(memory) }
  const reports: unknown[] = []
  const { clock, wait: waitIdly, advance, waiting } = manualTime()
  const ports = { store, clock, wait: nextTurn, waitIdly, report: (error: unknown) => reports.push(error) }
  const follower = createFollower(ports)
  await follower.start()
  const broadcast = createBroadcast({ ...ports, follower })
  const closing = new AbortController()
  const commit = async (keys: readonly string[], { size = 0, domain = 'Feature' as ChangeEvent['domain'] } = {}) => {
    const draft = { type: 'FEATURE_CREATED', domain, payload: 'x'.repeat(size), timestamp: '' } as const
    await memory.commit(
      [],
      keys.map((key) => ({ ...draft, key })),
    )
    await follower.applied(await memory.head())
  }
  let ended = 0
  async function open({ after, accept = () => true, ends = () => false, ...options }: Partial<Wish> = {}) {
    const head = await memory.head()
    const name = `${accept}${ends}`
    const onEnd = () => void ended++
    const reading = { after: after ?? head, head, signal: closing.signal, onEnd, ...options }
    return broadcast.open({ name, accept, ends }, reading).getReader()
  }
  return { memory, commit, open, closing, follower, reports, advance, waiting, ended: () => ended }
}

/** Where a reader begins, what they see, and what ends their stream. */
interface Wish extends FrameOptions {
  readonly after: number
  readonly accept: (event: ChangeEvent) => boolean
  readonly ends: (event: ChangeEvent) => boolean
}

/** Reads frames. */
export type Reader = ReadableStreamDefaultReader<Uint8Array>
/** The next chunk. */
export const textOf = async (reader: Reader) => new TextDecoder().decode((await reader.read()).value)
/** The keys of the events of a chunk. */
export const keysIn = (text: string) => [...text.matchAll(/"key":"([^"]*)"/g)].map(([, key]) => key as string)

/** The keys of the next `count` events. */
export async function keys(reader: Reader, count: number): Promise<string[]> {
  const taken: string[] = []
  while (taken.length < count) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`The stream ended after ${taken.join()}`)
    taken.push(...keysIn(new TextDecoder().decode(value)))
  }
  return taken
}
