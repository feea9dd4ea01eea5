import { batch, computed, effect, signal, untracked } from '@preact/signals'
import { startOf } from '@signalbox/client'
import type { ChangeEvent } from '@signalbox/core/contract'
import { api } from '../calls/api.ts'
import { loadBox } from '../calls/box.ts'
import { serviceNow } from '../calls/clock.ts'
import { isShown } from '../calls/is-shown.ts'
import { isEnding, refreshSession, type Session, session } from '../calls/session.ts'
import { instantOf } from '../calls/stamped.ts'
import { mayStream } from '../calls/stream-share.ts'
import { changeTypes } from '../log/change-types.ts'
import { eventDomains } from '../log/domains.ts'
import { followLog } from '../log/follow-log.ts'
import { pauseBetween, waitFor } from '../log/pauses.ts'
import { tellListeners } from '../log/tell-listeners.ts'

/**
 * How fresh the page is: `connecting` before the first event stream is open, `live`, `catching-up` while missed events
 * arrive, `asking` while it reads again every ten seconds because other pages hold the streams, `cut-off` without a
 * connection. `since` is when this began, in epoch milliseconds.
 */
export interface Freshness {
  readonly state: 'connecting' | 'live' | 'catching-up' | 'asking' | 'cut-off'
  readonly since: number
  /** The id of the last event, if one was received. */
  readonly head?: number
}

/** The freshness of the page. */
export const freshness = signal<Freshness>({ state: 'connecting', since: Date.now() })

const ASK_MS = 10_000

type Listener = (event: ChangeEvent) => void

const listeners = new Set<Listener>()
const gaps = new Set<() => void>()

/** Calls back with every change that the caller may see (its event), once and in order. Returns a function that stops it. */
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

let connect = () => {}

/**
 * Resolves when the first event stream is open, or when the first attempt to open it failed. Records that are read after
 * that miss no event: either it is sent, or `onGap` follows.
 */
export const connected: Promise<void> = new Promise((resolve) => {
  connect = resolve
})

/**
 * Opens the event stream of the page. While the page is hidden, the stream is closed; it resumes after the last event.
 * A page that may hold no stream reads its records again every ten seconds.
 * Returns a function that closes it.
 */
export function openStream(): () => void {
  const caller = computed(() =>
    session.value.state === 'in' && !session.value.me.temporary && !isEnding.value
      ? `${session.value.me.id}`
      : undefined,
  )
  let last: { readonly caller: string; readonly id: number } | undefined
  // A page that is opened in the background reads its records at once, and again when it is first shown.
  let isLate = !isShown.peek()
  if (isLate) connect()

  return effect(() => {
    const who = caller.value
    if (who === undefined || !isShown.value) return
    if (!mayStream.value) {
      isLate = true
      connect()
      return untracked(askAgain)
    }
    const stop = new AbortController()
    const isOther = last !== undefined && last.caller !== who
    if (isOther) last = undefined
    untracked(() => {
      void follow(who, last?.id, stop.signal).catch(onRefused)
      if (isOther) tellGap()
    })
    return () => {
      stop.abort()
      if (freshness.peek().state === 'live') become('catching-up')
    }
  })

  async function follow(who: string, after: number | undefined, signal: AbortSignal): Promise<void> {
    loadBox().catch(() => {}) // without the zone, ages are left out
    await followLog(
      {
        after,
        open: (lastEventId, signal) =>
          api.events.stream(
            { domains: eventDomains.join(','), types: changeTypes.join(',') },
            { signal, reconnect: false, ...(lastEventId !== undefined && { lastEventId }) },
          ),
        startOf,
        onOpen(id) {
          if (last !== undefined) void readRights()
          last = { caller: who, id }
          connect()
          if (isLate) tellGap()
          isLate = false
        },
        onEvent(event) {
          last = { caller: who, id: event._id }
          receive(event)
        },
        onGap: tellGap,
        onState(state) {
          become(state)
          if (state === 'cut-off') connect()
        },
        isNew: (event, opened) => (instantOf(event.timestamp) ?? 0) >= opened - 1000,
        now: serviceNow,
        wait: waitFor,
        pause: pauseBetween,
      },
      signal,
    )
  }

  /** The service ends the stream of a caller whose rights change. What the page shows and holds depends on them. */
  async function readRights(): Promise<void> {
    const before = rightsOf(session.peek())
    await refreshSession().catch(() => {}) // the lamp tells that the service is away
    if (rightsOf(session.peek()) !== before) tellGap()
  }
}

/** Reads all that is shown, again and again. Returns a function that ends it. */
function askAgain(): () => void {
  let isEnded = false
  const ask = async () => {
    tellGap()
    const isThere = await refreshSession().then(
      () => true,
      () => false,
    )
    if (!isEnded) become(isThere ? 'asking' : 'cut-off')
  }
  const timer = setInterval(ask, ASK_MS)
  become('asking')
  return () => {
    isEnded = true
    clearInterval(timer)
  }
}

const rightsOf = (current: Session): string =>
  current.state === 'in' ? JSON.stringify([current.me.admin, current.me.authorizedPatterns]) : ''

/** The session has ended: the page asks to sign in again, and resumes the stream after that. */
function onRefused(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'UNAUTHENTICATED') throw error
  become('cut-off')
  session.value = { state: 'out' }
}

function become(state: Freshness['state']): void {
  flush()
  if (freshness.peek().state !== state) freshness.value = { ...freshness.peek(), state, since: Date.now() }
}

let pending: ChangeEvent[] = []
let flushing: ReturnType<typeof setTimeout> | undefined

/** Passes events on together, so that a burst redraws the page once. */
function receive(event: ChangeEvent): void {
  pending.push(event)
  flushing ??= setTimeout(flush, freshness.peek().state === 'live' ? 0 : 50)
}

function flush(): void {
  clearTimeout(flushing)
  flushing = undefined
  const events = pending
  if (events.length === 0) return
  pending = []
  let isComplete = true
  batch(() => {
    isComplete = tellListeners(events, listeners, reportError)
    freshness.value = { ...freshness.peek(), head: events.at(-1)!._id }
  })
  // Whoever failed has missed an event.
  if (!isComplete) tellGap()
}

function tellGap(): void {
  flush()
  tellListeners([undefined], gaps, reportError)
}
