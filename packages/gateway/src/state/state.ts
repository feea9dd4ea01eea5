/** Keeps entries until they are delivered, so that the next process can deliver what this one could not. */
export interface Spool {
  /** What earlier processes added and nobody removed, the oldest first. Called once, before anything else. */
  load(): Promise<readonly SpoolEntry[]>
  /** Adds a text without line breaks. It outlives the process when `sync` has resolved. Returns the entry's number. */
  add(text: string): number
  /** Resolves when everything that was added is on the disk. Rejects if it cannot be written. */
  sync(): Promise<void>
  /** Removes an entry that was delivered, or never can be. */
  remove(number: number): void
  /** Bytes of the entries that are not removed. */
  readonly size: number
  /** Entries that were dropped because the spool was full. */
  readonly dropped: number
}

/** An entry of a spool. Numbers grow. */
export interface SpoolEntry {
  readonly number: number
  readonly text: string
}

/** Where a data plane keeps what it needs to start without its control plane: `folderState` of `@signalbox/gateway/node`. */
export interface GatewayState {
  /** Reads a file; `undefined` if there is none. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Replaces a file at once: after a crash there is the old one or the new one. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Sets aside a file that is not valid, as `<name>.broken`. */
  reject(name: string): Promise<void>
  /** Opens a spool. Its entries take 64 MiB at most: beyond that the oldest are dropped, which is reported once. */
  spool(name: string): Spool
  /** Releases the files. */
  close(): Promise<void>
}
