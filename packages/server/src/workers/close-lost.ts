import type { ChildProcess } from 'node:child_process'

/** A connection that `node:cluster` has accepted for a worker. */
interface Accepted {
  close(): void
}

/** What `node:cluster` sends along with a connection, and what it answers. */
interface ClusterMessage {
  readonly cmd?: unknown
  readonly act?: unknown
  readonly seq?: unknown
  readonly ack?: unknown
}

/**
 * Closes the connections that were sent to a worker but not acknowledged when it ends. `node:cluster` keeps them open, and
 * their clients would wait forever. Call it right after the worker was forked.
 *
 * `node:cluster` has no public event for this, so this function reads its messages. Other messages pass unchanged.
 */
export function closeLostConnections(child: ChildProcess): void {
  const sent = new Map<unknown, Accepted>()
  const { send } = child
  child.send = (...given: unknown[]): boolean => {
    const [message, handle] = given as [ClusterMessage | undefined, Accepted | undefined]
    if (handle && message?.cmd === 'NODE_CLUSTER' && message.act === 'newconn') sent.set(message.seq, handle)
    return Reflect.apply(send, child, given)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => sent.delete(ack))
  // Not `disconnect`: it is not emitted while a connection is on its way.
  child.once('exit', () => {
    for (const handle of sent.values()) handle.close()
    sent.clear()
  })
}
