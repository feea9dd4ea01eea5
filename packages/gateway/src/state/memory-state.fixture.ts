import type { GatewayState, Spool, SpoolEntry } from './state.ts'

/** A state in memory that goes through restarts. */
export interface MemoryState extends GatewayState {
  /** The files by name. */
  readonly files: Map<string, Uint8Array>
  /** What the next process finds after this one was killed: what there was at the last sync. */
  killed(): MemoryState
  /** Bytes of the entries of a spool that were synced. */
  size(name: string): number
  /** Syncs all spools. */
  sync(): Promise<void>
  /** Fails writes while it is set. */
  failure: Error | undefined
}

/** Creates a state in memory. */
export function memoryState(
  files: ReadonlyMap<string, Uint8Array> = new Map(),
  spooled: ReadonlyMap<string, readonly SpoolEntry[]> = new Map(),
): MemoryState {
  const kept = new Map(files)
  const spools = new Map<string, { spool: Spool; synced: Map<number, string> }>()

  function open(name: string): Spool {
    const synced = new Map((spooled.get(name) ?? []).map(({ number, text }) => [number, text]))
    const all = new Map(synced)
    let last = Math.max(0, ...all.keys())
    const spool: Spool = {
      load: async () => [...all].map(([number, text]) => ({ number, text })),
      add(text) {
        all.set(++last, text)
        return last
      },
      async sync() {
        if (state.failure) throw state.failure
        synced.clear()
        for (const [number, text] of all) synced.set(number, text)
      },
      remove(number) {
        all.delete(number)
      },
      get size() {
        return [...all.values()].reduce((sum, text) => sum + text.length, 0)
      },
      dropped: 0,
    }
    spools.set(name, { spool, synced })
    return spool
  }

  const state: MemoryState = {
    files: kept,
    failure: undefined,
    read: async (name) => kept.get(name),
    async write(name, bytes) {
      if (state.failure) throw state.failure
      kept.set(name, bytes)
    },
    async reject(name) {
      const bytes = kept.get(name)
      if (bytes) kept.set(`${name}.broken`, bytes)
      kept.delete(name)
    },
    spool: open,
    close: async () => {},
    size: (name) => [...(spools.get(name)?.synced.values() ?? [])].join('').length,
    async sync() {
      for (const { spool } of spools.values()) await spool.sync()
    },
    killed: () =>
      memoryState(
        kept,
        new Map(
          [...spools].map(([name, { synced }]) => [name, [...synced].map(([number, text]) => ({ number, text }))]),
        ),
      ),
  }
  return state
}
