import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { PluginLine, RequestLine, TailEvent } from './tail-events.ts'

/** What the list shows: a request with the runs of its plugins, or a place where requests are missing. */
export type TailEntry =
  | {
      readonly kind: 'request'
      readonly key: number
      readonly line: RequestLine
      readonly plugins: readonly PluginLine[]
    }
  | {
      readonly kind: 'gap'
      readonly key: number
      /** `dropped`: there were too many in a second. `paused`: the list was. `away`: the stream was closed. */
      readonly why: 'dropped' | 'paused' | 'away'
      /** How many are missing, if that is known. */
      readonly count?: number
    }

/** The lines of a live tail, the newest first. */
export interface TailList {
  readonly entries: ReadonlySignal<readonly TailEntry[]>
  readonly isPaused: ReadonlySignal<boolean>
  /** How many requests have passed since the list was paused. */
  readonly passed: ReadonlySignal<number>
  /** Adds lines in the order in which they came. */
  add(events: readonly TailEvent[]): void
  /** A paused list keeps its lines and counts what passes. */
  pause(isPaused: boolean): void
  /** The stream was closed: requests are missing after the newest line. */
  interrupted(): void
  clear(): void
}

/** The most lines that are kept: the newest. */
export const MOST_LINES = 2000

/** Requests whose plugins have run and whose own line has not come. It follows at once, unless the stream ends between. */
const MOST_PENDING = 100

/** Creates an empty list. */
export function createTailList(most = MOST_LINES): TailList {
  const entries = signal<readonly TailEntry[]>([])
  const isPaused = signal(false)
  const passed = signal(0)
  const pending = new Map<string, PluginLine[]>()
  let key = 0

  function entryOf(event: TailEvent): TailEntry | undefined {
    if (event.kind === 'dropped') return { kind: 'gap', key: ++key, why: 'dropped', count: event.count }
    if (event.kind === 'plugin') {
      const known = pending.get(event.id)
      if (known) known.push(event)
      else pending.set(event.id, [event])
      if (pending.size > MOST_PENDING) pending.delete(pending.keys().next().value!)
      return undefined
    }
    const plugins = pending.get(event.id) ?? []
    pending.delete(event.id)
    return { kind: 'request', key: ++key, line: event, plugins }
  }

  function show(newest: readonly TailEntry[]): void {
    if (newest.length > 0) entries.value = [...newest.toReversed(), ...entries.peek()].slice(0, most)
  }

  return {
    entries,
    isPaused,
    passed,
    add(events) {
      const added = events.flatMap((event) => entryOf(event) ?? [])
      if (isPaused.peek()) passed.value += added.reduce((sum, entry) => sum + requestsOf(entry), 0)
      else show(added)
    },
    pause(paused) {
      batch(() => {
        isPaused.value = paused
        if (paused) return
        if (passed.peek() > 0) show([{ kind: 'gap', key: ++key, why: 'paused', count: passed.peek() }])
        passed.value = 0
      })
    },
    interrupted() {
      pending.clear()
      const [newest] = entries.peek()
      if (!newest || isPaused.peek() || (newest.kind === 'gap' && newest.why === 'away')) return
      show([{ kind: 'gap', key: ++key, why: 'away' }])
    },
    clear() {
      pending.clear()
      batch(() => {
        entries.value = []
        passed.value = 0
      })
    },
  }
}

const requestsOf = (entry: TailEntry): number => (entry.kind === 'request' ? 1 : (entry.count ?? 0))
