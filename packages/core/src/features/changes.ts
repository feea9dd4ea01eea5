/** Counts the changes of what is in memory. */
export interface Changes {
  readonly count: number
}
