/** Counts the lines that the logs of a server dropped, because they could not be written, or not in time. */
export interface LogDrops {
  /** Adds a log, which tells how many lines it dropped. */
  add(dropped: () => number): void
  total(): number
}

/** Lines that were dropped by the log of this process, which has only one standard output. */
export const processDrops = { count: 0 }

/** Creates a count of dropped lines. */
export function createLogDrops(): LogDrops {
  const logs = [() => processDrops.count]
  return {
    add: (dropped) => void logs.push(dropped),
    total: () => logs.reduce((sum, dropped) => sum + dropped(), 0),
  }
}
