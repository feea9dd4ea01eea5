import type { ChildProcess } from 'node:child_process'

/** A connection that `node:cluster` has accepted. */
interface Accepted {
  close(): void
}

/** A connection on its way to a worker, and the key of the server that it is for. */
interface Sent {
  readonly key: unknown
  readonly handle: Accepted
}

/** The messages between `node:cluster` and a worker. */
interface ClusterMessage {
  readonly cmd?: unknown
  readonly act?: unknown
  readonly seq?: unknown
  readonly ack?: unknown
  readonly key?: unknown
  readonly accepted?: unknown
}

/** How long after its end the last messages of a worker may arrive. */
const LAST_MESSAGES_MS = 1000

/**
 * Closes the connections that `node:cluster` would keep open for nobody, so that their clients wait forever:
 *
 * - connections that were on their way to a worker that has ended;
 * - connections that a worker refused because it closes, when no other worker is left to take them.
 *
 * Returns a function to call with each worker right after it was forked. `node:cluster` has no public events for this, so its
 * messages are read. All of them pass unchanged.
 */
export function closeLostConnections(): (child: ChildProcess) => void {
  /** The workers that take the connections of a server, by its key. */
  const takers = new Map<unknown, Set<ChildProcess>>()

  return (child) => {
    const sent = new Map<unknown, Sent>()
    const { send } = child
    child.send = (...given: unknown[]): boolean => {
      const [message, handle] = given as [ClusterMessage | undefined, Accepted | undefined]
      if (message?.cmd === 'NODE_CLUSTER') note(message, handle)
      return Reflect.apply(send, child, given)
    }

    function note({ act, seq, ack, key }: ClusterMessage, handle: Accepted | undefined): void {
      if (act === 'newconn' && handle) sent.set(seq, { key, handle })
      // The answer to a worker that listens.
      else if (ack !== undefined && key !== undefined) takers.set(key, (takers.get(key) ?? new Set()).add(child))
    }

    // `node:cluster` has heard the message before: it has given a refused connection to another worker if there is one.
    child.on('internalMessage', ({ cmd, act, ack, key, accepted }: ClusterMessage) => {
      if (cmd !== 'NODE_CLUSTER') return
      if (act === 'close') takers.get(key)?.delete(child)
      const answered = sent.get(ack)
      sent.delete(ack)
      if (answered && accepted === false && !takers.get(answered.key)?.size) answered.handle.close()
    })
    // Not `disconnect`: it is not emitted while a connection is on its way.
    child.once('exit', () => {
      for (const those of takers.values()) those.delete(child)
      // A refusal may still arrive, and the connection is then given to another worker.
      setTimeout(() => {
        for (const { handle } of sent.values()) handle.close()
        sent.clear()
      }, LAST_MESSAGES_MS).unref()
    })
  }
}
