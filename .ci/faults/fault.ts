/** One small fault: a text that occurs once in its file, and what stands there instead. */
export interface Fault {
  /** What callers would notice. */
  readonly breaks: string
  readonly text: string
  readonly fault: string
}

/** A part of the product with its faults, by file. */
export interface Part {
  readonly name: string
  /** The files or folders with the tests that run first. */
  readonly tests: readonly string[]
  /** Slower ones, if those find nothing. The tests of the whole API run last. */
  readonly further?: readonly string[]
  readonly files: Readonly<Record<string, readonly Fault[]>>
}
