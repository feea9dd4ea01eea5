/**
 * How nodes leave the order of steps: what they throw that is no failure. Nothing catches these but the node they are for;
 * `finally` runs on the way.
 */
export interface Jump {
  readonly control: 'jump'
  /** The `workflow` node whose step comes next. */
  readonly target: object
  readonly step: number
}
/** Ends the run, or what is `async`. */
export interface End {
  readonly control: 'end'
  readonly value: unknown
}

/** Whether something thrown is a jump or an end, no failure. */
export const isControl = (thrown: unknown): thrown is Jump | End =>
  typeof thrown === 'object' && thrown !== null && 'control' in thrown
