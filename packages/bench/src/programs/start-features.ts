/**
 * Starts an instance over a SQLite file with features, in a process that has done nothing else: its CPU time, the growth
 * of its resident memory, and the first and second tree of all features as a server sends them. The question `fill`
 * writes the file before, and `read` reads and parses its rows by the driver alone.
 */
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Change, createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { openSqlite } from '@signalbox/sql'
import { answerWith } from '../child.ts'
import { manyUsers, mixedFeature } from '../workload.ts'

const path = process.argv[2]!
const users = manyUsers(1000)
const TOGETHER = 500

/** What a start costs. Times are CPU milliseconds of the process; bytes are per feature. */
export interface StartCosts {
  readonly startMs: number
  /** The longest time for which other work did not get the thread meanwhile, in milliseconds. */
  readonly longestTurnMs: number
  readonly bytes: number
  readonly firstTreeMs: number
  readonly secondTreeMs: number
  /** After each feature was checked. */
  readonly bytesUsed: number
}

async function fill(count: number): Promise<void> {
  const store = await openSqlite(path)
  const put = (number: number): Change => {
    const value = mixedFeature(number, users)
    return { op: 'put', collection: 'features', key: value.id, value }
  }
  for (let at = 0; at < count; at += TOGETHER)
    await store.commit(
      Array.from({ length: TOGETHER }, (_, i) => put(at + i)),
      [],
    )
  await store.close?.()
}

function read(): void {
  const db = new DatabaseSync(path, { readOnly: true })
  const held: unknown[] = []
  for (const { value } of db.prepare('select key, version, value from signalbox_records').iterate())
    held.push(JSON.parse(value as string))
  db.close()
}

async function start(count: number): Promise<StartCosts> {
  const store = await openSqlite(path)
  const box = createSignalbox({ store })
  const app = toHono(box, { access: 'open' })
  const before = resident()
  const turns = watchTurns()
  const startMs = await cpuOf(() => box.ready())
  const longestTurnMs = await turns.end()
  const bytes = (resident() - before) / count
  const tree = async () => {
    const { body } = await app.request('/api/tree/features')
    for await (const _ of body!) await nextTurn()
  }
  const firstTreeMs = await cpuOf(tree)
  const secondTreeMs = await cpuOf(tree)
  const bytesUsed = (resident() - before) / count
  await box.close()
  return { startMs, longestTurnMs, bytes, firstTreeMs, secondTreeMs, bytesUsed }
}

async function cpuOf(act: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Resident memory without garbage. */
function resident(): number {
  for (let i = 0; i < 4; i++) globalThis.gc?.()
  return process.memoryUsage().rss
}

/** Measures the longest turn of the event loop, as another call in this process would wait for it. */
function watchTurns() {
  let longest = 0
  let isOver = false
  const watching = (async () => {
    for (let last = performance.now(); !isOver; last = performance.now()) {
      await nextTurn()
      longest = Math.max(longest, performance.now() - last)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return longest
    },
  }
}

type Question = { readonly fill: number } | { readonly read: true } | { readonly start: number }

answerWith(async (question: Question) => {
  if ('fill' in question) return { done: await fill(question.fill) }
  return 'read' in question ? { readMs: await cpuOf(read) } : start(question.start)
})
