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
  /** The files or folders with the tests that should find them; of those, not the slow ones. The nearest to the fault run first. */
  readonly tests: readonly string[]
  /** Others, also slow ones, if those find nothing. */
  readonly further?: readonly string[]
  /** Whether the tests of the whole API run last. @default false */
  readonly inApi?: boolean
  readonly files: Readonly<Record<string, readonly Fault[]>>
}
