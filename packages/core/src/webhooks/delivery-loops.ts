import { createTail } from '../machine/log/consumers/tail.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import type { Position } from '../machine/log/positions.ts'
import type { TimeZone } from '../machine/time/time.ts'
import { untilAborted } from '../machine/time/wait.ts'
import type { InstancePorts } from '../ports.ts'
import type { Found } from './cursors.ts'
import { deliver, type Sending, type Target } from './delivery-loop.ts'
import { type Outcome, type PostPorts, post } from './post.ts'
import { resumeCursor } from './resume-cursor.ts'
import type { WebhookTelemetry } from './telemetry.ts'
import { type StoredWebhook, webhookKind } from './webhook.ts'

/** Concurrent calls to webhooks whose last call succeeded. Failing webhooks have a limit of their own. */
const HEALTHY = 64
const FAILING = 16
/** Pause after a failure of the store, in milliseconds. */
const RETRY = 1000

/** What deliveries depend on. */
export interface DeliveryPorts extends PostPorts, Pick<InstancePorts, 'store' | 'note' | 'random' | 'report'> {
  readonly zone: TimeZone
  readonly ban: (id: string) => Promise<void>
  readonly telemetry: WebhookTelemetry
}

/** Runs one delivery loop per webhook; all of them share one view of the end of the log. */
export interface DeliveryLoops {
  /** Takes committed events, in order. */
  push(event: ChangeEvent): void
  /** How far the deliveries to the webhooks that are not banned have got. */
  positions(): Iterable<Position>
  /** Delivers until aborted or until no webhook is left. Resolves after the last call has ended. */
  work(signal: AbortSignal): Promise<void>
}

/** A webhook and the state of its loop. */
interface Member {
  target: Target
  /** Aborted when `target` has been replaced. */
  change: AbortController
  readonly end: AbortController
  position: () => number | undefined
}

/** Creates the delivery loops of one process, for all webhooks. */
export function createDeliveryLoops(ports: DeliveryPorts): DeliveryLoops {
  const { store, wait, report } = ports
  const tail = createTail(store)
  const loopPorts = { ...ports, tail, send: createSender(ports) }
  const members = new Map<string, Member>()
  const loops = new Set<Promise<void>>()
  const ended = new AbortController()
  /** Processes changes of webhooks one after the other, after all webhooks have been loaded. */
  let changes = Promise.resolve()

  function begin(hook: StoredWebhook, first: Found | undefined): void {
    const change = new AbortController()
    const end = new AbortController()
    const member: Member = { target: { hook, changed: change.signal }, change, end, position: () => undefined }
    members.set(hook.clientId, member)
    const progress = (position: Member['position']) => {
      member.position = position
    }
    const course = { current: () => member.target, first, over: end.signal, progress }
    const loop = deliver(course, loopPorts).finally(() => loops.delete(loop))
    loops.add(loop)
  }

  function change(member: Member, hook: StoredWebhook): void {
    const before = member.change
    member.change = new AbortController()
    member.target = { hook, changed: member.change.signal }
    before.abort()
  }

  function dismiss(id: string): void {
    const member = members.get(id)
    members.delete(id)
    member?.end.abort()
    member?.change.abort()
  }

  async function look(id: string): Promise<void> {
    const hook = (await store.get(webhookKind.plural, id))?.value as StoredWebhook | undefined
    const member = members.get(id)
    if (!hook) dismiss(id)
    else if (member) change(member, hook)
    else begin(hook, await resumeCursor(hook, ports))
    if (members.size === 0) ended.abort()
  }

  async function lookUntilSeen(id: string): Promise<void> {
    while (!ended.signal.aborted)
      try {
        return await look(id)
      } catch (error) {
        report(error)
        await wait(RETRY, ended.signal)
      }
  }

  /** Starts a loop for every existing webhook. Returns the earliest position at which one of them resumes. */
  async function gatherAll(): Promise<number> {
    await tail.begin()
    const hooks: StoredWebhook[] = []
    for await (const { value } of store.scan(webhookKind.plural)) hooks.push(value as StoredWebhook)
    const cursors = await Promise.all(hooks.map((hook) => resumeCursor(hook, ports)))
    for (const [i, hook] of hooks.entries()) begin(hook, cursors[i])
    if (hooks.length === 0) ended.abort()
    const places = hooks.map(({ isBanned }, i) => (isBanned ? undefined : cursors[i]?.value.after))
    return Math.min(...places.filter((place) => place !== undefined))
  }

  return {
    push(event) {
      tail.push(event)
      if (event.domain === webhookKind.domain) changes = changes.then(() => lookUntilSeen(event.key))
    },
    positions: () => positionsOf(members),
    async work(signal) {
      signal.addEventListener('abort', () => ended.abort(), { once: true })
      if (signal.aborted) ended.abort()
      const gathered = gatherAll()
      changes = gathered.then(
        () => {},
        () => {},
      )
      try {
        await tail.run(await gathered, ended.signal)
        await untilAborted(ended.signal)
      } finally {
        ended.abort()
        await changes
        for (const id of [...members.keys()]) dismiss(id)
        await Promise.all(loops)
      }
    },
  }
}

/** How many webhooks have a position of their own. The first ones in the order of their ids do. */
const MOST_POSITIONS = 100

/** The position of all webhooks, of the first ones each, and of all others. */
function* positionsOf(members: ReadonlyMap<string, Pick<Member, 'position'>>): Iterable<Position> {
  const ids = [...members.keys()].sort()
  for (const [i, id] of ids.entries()) {
    const position = members.get(id)?.position()
    if (position === undefined) continue
    yield { name: 'webhooks', position }
    yield { name: i < MOST_POSITIONS ? `webhook:${id}` : 'other webhooks', position }
  }
}

/** Separate concurrency limits for healthy and failing webhooks, so that failing ones cannot delay healthy ones. */
function createSender(ports: PostPorts) {
  const [healthy, failing] = [limitConcurrency(HEALTHY), limitConcurrency(FAILING)]
  return ({ hook, changed }: Target, { failures, ...message }: Sending): Promise<Outcome | undefined> =>
    (failures > 0 ? failing : healthy)(async () => (changed.aborted ? undefined : post(hook, message, ports)))
}

/** Limits concurrency to `count` tasks; further tasks wait in order. */
function limitConcurrency(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else free++
    }
  }
}
