import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { connected, freshness, onEvent, onGap } from '../../../records/stream.ts'

/** What the page knows of an answer of the service. */
export type Asked<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  /** The call failed: `error` says why. `retry` calls again. */
  | { readonly state: 'failed'; readonly error: unknown; retry(): void }

interface Asking<T> {
  ask(key: string): Promise<T>
  /** Whether an event may change the answer. @default none does */
  hears?(event: ChangeEvent, key: string): boolean
}

/** Several events are often one change. */
const TOGETHER_MS = 100

/**
 * Answers of the service that depend on a key, such as the id of an API, as signals: asked when someone looks, and again
 * after events that may change them.
 */
export function asking<T>({ ask, hears = () => false }: Asking<T>): (key: string) => ReadonlySignal<Asked<T>> {
  const known = new Map<string, Signal<Asked<T>>>()
  return (key) => {
    const found = known.get(key)
    if (found) return found
    let stop = () => {}
    const asked = signal<Asked<T>>(
      { state: 'loading' },
      {
        watched() {
          known.set(key, asked)
          stop = follow(asked, { ask: () => ask(key), hears: (event) => hears(event, key) })
        },
        unwatched() {
          stop()
          known.delete(key)
        },
      },
    )
    known.set(key, asked)
    return asked
  }
}

interface Followed<T> {
  ask(): Promise<T>
  hears(event: ChangeEvent): boolean
}

/** Keeps an answer fresh. Returns a function that stops it. */
function follow<T>(asked: Signal<Asked<T>>, { ask, hears }: Followed<T>): () => void {
  let turn = 0
  let soon: ReturnType<typeof setTimeout> | undefined
  async function read(): Promise<void> {
    turn += 1
    const own = turn
    try {
      await connected
      const value = await ask()
      if (own === turn) asked.value = { state: 'ready', value }
    } catch (error) {
      if (own === turn) asked.value = { state: 'failed', error, retry: () => void read() }
    }
  }
  void read()
  const stops = [
    onGap(() => void read()),
    onEvent((event) => {
      if (!hears(event)) return
      clearTimeout(soon)
      soon = setTimeout(read, TOGETHER_MS)
    }),
    effect(() => {
      if (freshness.value.state === 'live' && asked.peek().state === 'failed') void read()
    }),
  ]
  return () => {
    turn += 1
    clearTimeout(soon)
    for (const end of stops) end()
  }
}
