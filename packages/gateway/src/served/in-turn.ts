/**
 * Makes calls of `apply` wait for each other. The first call begins at once; the items of calls that come while another
 * runs are applied together, in one call. If a call fails, all calls that wait for it fail with the same error.
 */
export function inTurn<T>(apply: (items: readonly T[]) => Promise<void>): (items: readonly T[]) => Promise<void> {
  let running: Promise<void> | undefined
  let next: Waiting<T> | undefined

  function run(items: readonly T[]): Promise<void> {
    const done: Promise<void> = apply(items).finally(() => {
      if (running === done) running = undefined
    })
    running = done
    return done
  }

  function wait(items: readonly T[], before: Promise<void>): Promise<void> {
    const leave = () => {
      next = undefined
    }
    const waiting: Waiting<T> = {
      items,
      done: before.finally(leave).then(() => run(waiting.items)),
    }
    next = waiting
    return waiting.done
  }

  return (items) => {
    if (next) {
      next.items = [...next.items, ...items]
      return next.done
    }
    return running ? wait(items, running) : run(items)
  }
}

interface Waiting<T> {
  items: readonly T[]
  readonly done: Promise<void>
}
