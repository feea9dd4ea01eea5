/** What permits a call more than its caller's rights do: a decision that was made before. Only the core sets it. */
export interface Authority {
  readonly by: string
}

/** The key of the authority in the options of a call. It is not exported, and no symbol crosses the wire. */
export const authority = Symbol('authority')
