/**
 * Continues at another step. Nodes throw it, but it is not a failure: only the target node catches it, and `finally`
 * runs on the way.
 */
export interface Jump {
  readonly control: 'jump'
  /** The `workflow` node that contains the step. */
  readonly target: object
  readonly step: number
}
/** Ends the run, or the `async` branch, with a value. Thrown, like `Jump`. */
export interface End {
  readonly control: 'end'
  readonly value: unknown
}

/** Whether a thrown value is a jump or an end, and not a failure. */
export const isControl = (thrown: unknown): thrown is Jump | End =>
  typeof thrown === 'object' && thrown !== null && 'control' in thrown
