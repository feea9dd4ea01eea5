import { signal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'

/**
 * How fresh the page is: `connecting` before the first event stream is open, `live`, `catching-up` while missed events
 * arrive, `cut-off` without a connection. `since` is when this began, in epoch milliseconds.
 */
export interface Freshness {
  readonly state: 'connecting' | 'live' | 'catching-up' | 'cut-off'
  readonly since: number
  /** The id of the last event, if one was received. */
  readonly head?: number
}

/** The freshness of the page. */
export const freshness = signal<Freshness>({ state: 'connecting', since: Date.now() })

type Listener = (event: ChangeEvent) => void

const listeners = new Set<Listener>()

/** Calls back with every change event that the caller may see, once and in order. Returns a function that stops it. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Calls back when events were missed and cannot be replayed: whoever keeps records must read them again. Returns a
 * function that stops it.
 */
export function onGap(listener: () => void): () => void {
  gaps.add(listener)
  return () => {
    gaps.delete(listener)
  }
}

const gaps = new Set<() => void>()

/** Opens the event stream of the page, which closes while the page is hidden. Returns a function that closes it. */
export function openStream(): () => void {
  return () => {}
}
