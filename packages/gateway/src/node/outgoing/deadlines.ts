/** Something that waits, as a link in the list of waits for the same time. */
export interface Waiting {
  /** When it began to wait, on the clock of `performance.now`. */
  readonly startedAt: number
  earlier: Waiting | undefined
  later: Waiting | undefined
  /** Called once when the time has passed, unless it was removed before. */
  look(): void
}

/** Time limits of equal length. */
export interface Deadlines {
  add(one: Waiting): void
  remove(one: Waiting): void
}

/**
 * Creates time limits of `ms` milliseconds. One timer serves all of them: a timer for each request would cost a tenth of
 * what a request costs.
 */
export function createDeadlines(ms: number): Deadlines {
  let first: Waiting | undefined
  let last: Waiting | undefined
  let isArmed = false

  function arm(one: Waiting): void {
    isArmed = true
    setTimeout(pass, Math.max(1, Math.ceil(one.startedAt + ms - performance.now()))).unref()
  }

  function pass(): void {
    isArmed = false
    while (first && performance.now() - first.startedAt >= ms) {
      const due = first
      remove(due)
      due.look()
    }
    if (first && !isArmed) arm(first)
  }

  function remove(one: Waiting): void {
    const { earlier, later } = one
    if (earlier) earlier.later = later
    else if (first === one) first = later
    else return // it is in the list no more
    if (later) later.earlier = earlier
    else last = earlier
    one.earlier = undefined
    one.later = undefined
  }

  return {
    add(one) {
      one.earlier = last
      if (last) last.later = one
      else first = one
      last = one
      if (!isArmed) arm(one)
    },
    remove,
  }
}
