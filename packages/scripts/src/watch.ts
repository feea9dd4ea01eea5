/** Looks again and again, as long as there is something to look at. */
export interface Watch {
  /** Begins, where it is not at it. */
  begin(): void
  end(): void
}

/** How often, in milliseconds. */
export const lookEvery = 25

/** A watch that has not begun. It looks behind the messages that have come meanwhile: a late look finds them handled. */
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
