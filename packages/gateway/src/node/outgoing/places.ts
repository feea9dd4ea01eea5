import { createCounts } from '@signalbox/core/gateway'
import { createDeadlines, type Waiting } from './deadlines.ts'
import type { MayHold } from './share.ts'

/** A call that needs a place: a connection of its target, or a stream of one. */
export interface Caller extends Waiting {
  startedAt: number
  /** The network of the client. */
  readonly network: string
  /** The consumer, if the request has one. */
  readonly consumer: string | undefined
  /** Whether it has a place. The places say so. */
  standing: 'out' | 'waiting' | 'in'
  /** It has waited, and has a place now. */
  admitted(): void
  /** It gets no place. */
  refused(): void
}

/** The places of a target. */
export interface Places {
  /** Takes a place. If there is none for the caller, it waits, or is refused at once; then false is returned. */
  take(caller: Caller): boolean
  /** Gives a place back, or waits no more. Has no effect otherwise. */
  leave(caller: Caller): void
  /** Changes how many places there are. */
  resize(capacity: number): void
  /** Calls back when nobody waits. */
  whenEmpty(callback: () => void): void
  /** Refuses all that wait. */
  refuseAll(): void
  readonly held: number
  readonly waiting: number
  /** How many networks and consumers hold places. */
  readonly holders: number
}

/** What places are made with. */
export interface PlacesOptions {
  readonly capacity: number
  readonly mayHold: MayHold
  /** The most callers that may wait. */
  readonly mostWaiting: number
  /** The longest time that they wait, in milliseconds. */
  readonly waitMs: number
}

/**
 * Creates places, of which each network and each consumer may hold a share. Waiting callers are served in turns, one of
 * each network. If too many wait, the network with the most of them loses its last one.
 */
export function createPlaces({ mayHold, mostWaiting, waitMs, ...options }: PlacesOptions): Places {
  const networks = createCounts()
  const consumers = createCounts()
  const queues = new Map<string, Caller[]>()
  const due = createDeadlines(waitMs)
  let { capacity } = options
  let held = 0
  let waiting = 0
  let isAdmitting = false
  let onEmpty: (() => void) | undefined

  const mayHave = ({ consumer }: Caller, free: number): boolean =>
    consumer === undefined || mayHold(consumers.of(consumer), free)

  function count(caller: Caller, by: 1 | -1): void {
    const { network, consumer } = caller
    caller.standing = by === 1 ? 'in' : 'out'
    held += by
    networks.add(network, by)
    if (consumer !== undefined) consumers.add(consumer, by)
  }

  function wait(caller: Caller): void {
    const own = queues.get(caller.network)
    if (waiting >= mostWaiting && !makeRoom(own?.length ?? 0)) {
      caller.refused()
      return
    }
    if (own) own.push(caller)
    else queues.set(caller.network, [caller])
    waiting++
    caller.standing = 'waiting'
    caller.startedAt = performance.now()
    due.add(caller)
  }

  /** Refuses the last of the network or consumer with the most waiting, if that is more than the caller will have. */
  function makeRoom(own: number): boolean {
    let longest: Caller[] = []
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue
    const last = longest.at(-1)
    if (!last || longest.length <= own + 1) return false
    unqueue(last)
    last.refused()
    return true
  }

  function unqueue(caller: Caller): void {
    const queue = queues.get(caller.network) as Caller[]
    queue.splice(queue.lastIndexOf(caller), 1)
    if (queue.length === 0) queues.delete(caller.network)
    caller.standing = 'out'
    due.remove(caller)
    waiting--
  }

  /** Gives places to waiting callers. In a turn of its own, when connections that became free are known to be. */
  function admitLater(): void {
    if (waiting === 0 || isAdmitting) return
    isAdmitting = true
    process.nextTick(admit)
  }

  function admit(): void {
    isAdmitting = false
    for (let next = findNext(); next; next = findNext()) {
      unqueue(next)
      rotate(next.network)
      count(next, 1)
      next.admitted()
    }
    if (waiting === 0) emptied()
  }

  function findNext(): Caller | undefined {
    const free = capacity - held
    if (free <= 0) return undefined
    for (const [network, queue] of queues) {
      if (!mayHold(networks.of(network), free)) continue
      const next = queue.find((caller) => mayHave(caller, free))
      if (next) return next
    }
    return undefined
  }

  /** Others are served before this network is again. */
  function rotate(network: string): void {
    const queue = queues.get(network)
    if (!queue) return
    queues.delete(network)
    queues.set(network, queue)
  }

  function emptied(): void {
    onEmpty?.()
    onEmpty = undefined
  }

  return {
    take(caller) {
      const free = capacity - held
      if (!isAdmitting && mayHold(networks.of(caller.network), free) && mayHave(caller, free)) {
        count(caller, 1)
        return true
      }
      wait(caller)
      return false
    },
    leave(caller) {
      if (caller.standing === 'in') {
        count(caller, -1)
        admitLater()
      } else if (caller.standing === 'waiting') {
        unqueue(caller)
        if (waiting === 0) emptied()
      }
    },
    resize(to) {
      capacity = to
      admitLater()
    },
    whenEmpty(callback) {
      if (waiting === 0) callback()
      else onEmpty = callback
    },
    refuseAll() {
      for (const queue of [...queues.values()])
        for (const caller of [...queue]) {
          unqueue(caller)
          caller.refused()
        }
      emptied()
    },
    get held() {
      return held
    },
    get waiting() {
      return waiting
    },
    get holders() {
      return networks.size + consumers.size
    },
  }
}
