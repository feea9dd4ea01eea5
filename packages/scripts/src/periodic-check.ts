/** A periodic check that runs while there is something to check. */
export interface Watch {
  /** Starts the checks, unless they are running. */
  begin(): void
  end(): void
}

/** Interval of the checks, in milliseconds. */
export const lookEvery = 25

/** Creates a stopped watch. Each check runs after messages that have arrived, so a late check sees their effects. */
export function createWatch(look: () => void): Watch {
  let timer: NodeJS.Timeout | undefined
  let due: NodeJS.Immediate | undefined
  return {
    begin() {
      timer ??= setInterval(() => {
        due = setImmediate(look)
      }, lookEvery)
    },
    end() {
      clearInterval(timer)
      clearImmediate(due)
      timer = undefined
    },
  }
}
