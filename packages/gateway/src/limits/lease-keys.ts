import { boundedKeys } from './bounded-keys.ts'
import type { Lease } from './lease.ts'
import type { Leases } from './leases.ts'

/** The leases of the keys of one limiter. */
export interface LeaseKeys<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
  /** Forgets leases that mean nothing any more. */
  tidy(): void
  /** Gives everything back. */
  release(): Promise<unknown>
  readonly size: number
}

/** What keys of leases need. */
export interface LeaseKeysPorts {
  readonly leases: Pick<Leases, 'tidy' | 'release'>
  /** Called when a key is forgotten because there are too many. */
  readonly onDrop: () => void
  /** @default 1000000 */
  readonly most?: number
}

/** Keeps the leases of at most so many keys. Beyond them, the leases of the least recently used key are given back. */
export function createLeaseKeys<T extends { readonly lease: Lease }>({
  leases,
  onDrop,
  most,
}: LeaseKeysPorts): LeaseKeys<T> {
  const never = () => false
  const keys = boundedKeys<T>(never, most, ({ lease }) => {
    onDrop()
    void leases.release(lease)
  })
  return {
    get: (key) => keys.get(key),
    set: (key, value) => keys.set(key, value, 0),
    tidy() {
      for (const [key, { lease }] of keys.entries()) if (leases.tidy(lease)) keys.delete(key)
    },
    release: () => Promise.all([...keys.entries()].map(([, { lease }]) => leases.release(lease))),
    get size() {
      return keys.size
    },
  }
}
