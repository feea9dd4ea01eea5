import type { Buffers } from '../outgoing/buffers.ts'

/** The most bytes of one response that are kept for its client. Backends are done with smaller ones at once. */
const MOST_KEPT = 1024 * 1024
/** A piece that was kept costs this much beside its bytes. */
const PIECE_COST = 256
/** The most bytes of a piece as it leaves, so that its progress can be seen. */
export const MOST_AT_ONCE = 65_536

/** The bytes of one response that wait until its client takes those before them. */
export class Backlog {
  readonly #buffers: Buffers
  readonly #network: string
  #pieces: Uint8Array[] = []
  /** The bytes that wait. */
  length = 0
  /** What of it counts. */
  #counted = 0

  constructor(buffers: Buffers, network: string) {
    this.#buffers = buffers
    this.#network = network
  }

  /** Whether no more should be read for it. */
  get isFull(): boolean {
    return this.#counted >= MOST_KEPT || !this.#buffers.mayKeep(this.#network)
  }

  /** Keeps bytes. Bytes that are in memory anyway do not count. */
  push(bytes: Uint8Array, counts = true): void {
    this.#pieces.push(bytes)
    this.length += bytes.length
    if (counts) this.#count(bytes.length + PIECE_COST)
  }

  /** Takes the next bytes out. */
  shift(): Uint8Array | undefined {
    const [piece] = this.#pieces
    if (piece === undefined) return undefined
    const next = piece.subarray(0, MOST_AT_ONCE)
    this.length -= next.length
    if (next.length < piece.length) this.#pieces[0] = piece.subarray(MOST_AT_ONCE)
    else this.#pieces.shift()
    this.#count(Math.min(0, this.length + this.#pieces.length * PIECE_COST - this.#counted))
    return next
  }

  /** Drops what waits. */
  drop(): void {
    this.#pieces = []
    this.length = 0
    this.#count(-this.#counted)
  }

  #count(bytes: number): void {
    if (bytes === 0) return
    this.#counted += bytes
    this.#buffers.add(this.#network, bytes)
  }
}
