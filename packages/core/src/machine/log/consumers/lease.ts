import type { InstancePorts, Reads } from '../../../ports.ts'
import { randomText } from '../../secrets/random-text.ts'

const LEASES = 'leases'
/** How often the holder renews a lease, and others check it, in milliseconds. */
const RENEW = 2000
/**
 * A lease that was not renewed for this long is taken over, in milliseconds. Clocks need not agree: each process
 * measures for itself.
 */
const EXPIRE = 8000

/** What a lease has besides its holder: what the holder tells other processes. */
export type LeaseNote = Readonly<Record<string, unknown>>

/** Reads the note of the process that holds a lease. `undefined` while nobody does. */
export async function readLease(store: Reads, name: string): Promise<LeaseNote | undefined> {
  return (await store.get(LEASES, name))?.value as LeaseNote | undefined
}

interface LeasePorts extends Pick<InstancePorts, 'store' | 'note' | 'clock' | 'random' | 'report' | 'wait'> {
  /** Ends the wait and the work. */
  readonly signal: AbortSignal
  /** What other processes can read while this one holds the lease. Called each time the lease is written. */
  readonly says?: () => LeaseNote
  /** Receives the note of another holder, each time the lease is found held. */
  readonly held?: (note: LeaseNote) => void
}

/**
 * Runs work that only one of many processes may do: waits for the lease, and keeps it until the work resolves. If the
 * lease is lost, the work's signal aborts; until it stops it may overlap with the next holder's. Rejects if the work
 * does, or if the lease cannot be read.
 */
export async function withLease(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  { store, note, clock, random, report, wait, signal, says, held }: LeasePorts,
): Promise<void> {
  const holder = randomText(random, 16)
  const lost = new AbortController()
  const over = AbortSignal.any([signal, lost.signal])

  /** Writes the lease if it still has the expected version, and returns the new version. */
  async function write(expected: string | null): Promise<string | undefined> {
    const value = { ...says?.(), holder }
    const committed = await note([{ op: 'put', collection: LEASES, key: name, value, expected }])
    return 'versions' in committed ? committed.versions[0] : undefined
  }

  async function acquire(): Promise<string | undefined> {
    let seen: { version: string; at: number } | undefined
    while (!signal.aborted) {
      const found = await store.get(LEASES, name)
      const version = found?.version
      if (version !== undefined && seen?.version !== version) seen = { version, at: clock() }
      if (version === undefined || clock() - seen!.at >= EXPIRE) {
        const own = await write(version ?? null)
        if (own !== undefined) return own
      }
      if (found) held?.(found.value as LeaseNote)
      await wait(RENEW, signal)
    }
    return undefined
  }

  /** Renews the lease until the end and returns its last version; `undefined` if the lease was lost. */
  async function keep(first: string, done: AbortSignal): Promise<string | undefined> {
    let version = first
    let written = clock()
    for (;;) {
      await wait(RENEW, done)
      if (done.aborted) return version
      try {
        const next = await write(version)
        if (next === undefined) return undefined
        version = next
        written = clock()
      } catch (error) {
        report(error)
        if (clock() - written >= EXPIRE) return undefined
      }
    }
  }

  const first = await acquire()
  if (first === undefined) return
  const done = new AbortController()
  const keeping = keep(first, AbortSignal.any([done.signal, signal])).then((version) => {
    if (version === undefined) lost.abort()
    return version
  })
  try {
    await work(over)
  } finally {
    done.abort()
    const expected = await keeping
    if (expected !== undefined) await note([{ op: 'delete', collection: LEASES, key: name, expected }]).catch(report)
  }
}
