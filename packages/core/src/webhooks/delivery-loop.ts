import { nextBatch } from '../machine/log/consumers/next-batch.ts'
import type { Tail } from '../machine/log/consumers/tail.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { textOf } from '../machine/log/text-of.ts'
import { localTimestamp, type TimeZone } from '../machine/time/time.ts'
import { untilAborted } from '../machine/time/wait.ts'
import type { InstancePorts } from '../ports.ts'
import { type Found, moveCursor } from './cursors.ts'
import { type Batch, batchLimits, begun, MOST_FAILURES, retryDelay, settled } from './delivery-rules.ts'
import type { Message, Outcome } from './post.ts'
import { resumeCursor } from './resume-cursor.ts'
import type { WebhookTelemetry } from './telemetry.ts'
import type { StoredWebhook } from './webhook.ts'
import { webhookFilter } from './webhook-filter.ts'

/** The current state of a webhook, and a signal that aborts when it changes or its deliveries are to stop. */
export interface Target {
  readonly hook: StoredWebhook
  readonly changed: AbortSignal
}

/** A call to be sent, and how many consecutive failures came before it. */
export interface Sending extends Message {
  readonly failures: number
}

/** What a delivery loop depends on. */
export interface LoopPorts extends Pick<InstancePorts, 'store' | 'note' | 'clock' | 'random' | 'report' | 'wait'> {
  readonly zone: TimeZone
  readonly tail: Tail
  /** Sends a call when a slot is free; `undefined` if the webhook has changed in the meantime. */
  readonly send: (target: Target, sending: Sending) => Promise<Outcome | undefined>
  readonly ban: (id: string) => Promise<void>
  readonly telemetry: WebhookTelemetry
}

/** Pause after a failure of the store, in milliseconds. */
const RETRY = 1000

/** A webhook, and how far its deliveries are. */
interface Course {
  /** Returns the webhook. */
  readonly current: () => Target
  /** Its cursor. */
  readonly first: Found | undefined
  readonly over: AbortSignal
  /**
   * Receives, at once, a function that returns the id up to which it has all events; `undefined` while it is banned.
   */
  readonly progress?: (position: () => number | undefined) => void
}

/**
 * Delivers to one webhook until `over` aborts, in order and one batch at a time. A batch is written to the cursor
 * before it is sent, and its outcome afterwards; if another process wrote the cursor first, the loop reloads it.
 */
export async function deliver({ current, first, over, progress }: Course, ports: LoopPorts): Promise<void> {
  const { store, note, clock, random, report, wait, zone, tail, send, ban } = ports
  const { webhookCalled } = ports.telemetry
  let target = current()
  let found = first
  /** The events of the batch, if already loaded. */
  let contents: readonly ChangeEvent[] = []
  let isStale = false
  /** No event up to this id matches the webhook, except those in its batch. */
  let seen = endOf(found)
  /** The position of the search for the next batch. */
  let searched: (() => number) | undefined

  progress?.(() => {
    const next = found?.value.batch?.events[0]
    if (target.hook.isBanned || !found) return undefined
    return next === undefined ? (searched?.() ?? seen) : next - 1
  })

  async function load(): Promise<void> {
    target = current()
    found = await resumeCursor(target.hook, ports)
    seen = endOf(found)
    contents = []
    isStale = false
  }

  function move(moved: Found | undefined): void {
    if (moved) found = moved
    else isStale = true
  }

  async function step(): Promise<void> {
    const { hook, changed } = target
    if (!found || hook.isBanned) return untilAborted(changed)
    const { batch, failures } = found.value
    if (failures >= MOST_FAILURES) {
      await ban(hook.clientId)
      await untilAborted(changed)
    } else if (batch) await sendBatch(found, batch)
    else
      await loadBatch(found).finally(() => {
        searched = undefined
      })
  }

  async function loadBatch(from: Found): Promise<void> {
    const { hook, changed } = target
    const gathered = await nextBatch(seen, {
      tail,
      clock,
      wait,
      accept: webhookFilter(hook),
      limits: batchLimits,
      signal: changed,
      searching: (position) => {
        searched = position
      },
    })
    if (changed.aborted) return
    const { events } = gathered
    seen = gathered.seen
    const to = events.length > 0 ? begun(from.value, events.map(toId)) : { ...from.value, after: seen }
    move(await moveCursor(note, hook.clientId, { from, to }))
    contents = events
  }

  async function sendBatch(from: Found, batch: Batch): Promise<void> {
    const { hook, changed } = target
    const { value: cursor } = from
    if (contents.length === 0) contents = await read(batch)
    const date = localTimestamp(clock(), zone)
    const body = `{"objectsEdited":[${contents.map(textOf).join(',')}]}`
    const traceparent = contents.find((event) => event.traceparent !== undefined)?.traceparent
    const outcome = await send(target, { id: batch.id, body, traceparent, failures: cursor.failures })
    if (!outcome) return
    webhookCalled?.({ webhook: hook.clientId, events: batch.events.length, ...outcome })
    const to = settled(cursor, outcome.error === undefined)
    const delivery = { date, webhookId: batch.id, events: batch.events.slice(), ...outcome }
    move(await moveCursor(note, hook.clientId, { from, to, delivery }))
    // The next attempt reads them again: meanwhile an erasure may have replaced an id in the log.
    contents = []
    if (to.batch && to.failures < MOST_FAILURES) await wait(retryDelay(to.failures, chance()), changed)
  }

  /** Reads the events of a batch that this or another process started earlier. */
  async function read({ events }: Batch): Promise<ChangeEvent[]> {
    const wanted = new Set(events)
    const last = events.at(-1)!
    const kept: ChangeEvent[] = []
    for await (const event of store.read({ after: events[0]! - 1 })) {
      if (wanted.has(event._id)) kept.push(event)
      if (event._id >= last) break
    }
    if (kept.length === events.length) return kept
    throw new Error(`The event log has only ${kept.length} of the ${events.length} events to send`)
  }

  const chance = () => (random(1)[0] ?? 0) / 255

  while (!over.aborted)
    try {
      if (isStale || target !== current()) await load()
      await step()
    } catch (error) {
      isStale = true
      report(error)
      await wait(RETRY, over)
    }
}

/** The last event that was delivered or is in the current batch; later ones have not been looked at. */
const endOf = (found: Found | undefined): number => found?.value.batch?.events.at(-1) ?? found?.value.after ?? 0

const toId = ({ _id }: ChangeEvent): number => _id
