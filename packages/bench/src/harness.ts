/**
 * Compares the speed of candidates on a busy machine. Candidates take turns in short slices, so that disturbances hit
 * all of them; it measures the CPU time of this process, not wall time; and a ratio is the median of the ratios of
 * single rounds, in which both sides had the same conditions.
 */

/** Something to measure. */
export interface Candidate {
  readonly name: string
  /** Runs the operation `times` times. */
  readonly run: (times: number) => unknown
}

/** The result of a race for one candidate. */
export interface Standing {
  readonly name: string
  /** CPU nanoseconds per operation, the median of the rounds. */
  readonly nanoseconds: number
  /** The CPU time of an operation, as a multiple of the first candidate's. */
  readonly ratio: number
}

/** The length of a race. */
export interface Effort {
  readonly rounds: number
  readonly sliceMs: number
}

/** `full` gave the figures in the README; `quick` suffices to see that everything works. */
export const efforts = {
  full: { rounds: 15, sliceMs: 150 },
  quick: { rounds: 3, sliceMs: 40 },
} as const satisfies Record<string, Effort>

/** Races candidates. The first one is the baseline. */
export async function race(candidates: readonly Candidate[], { rounds, sliceMs }: Effort): Promise<Standing[]> {
  const lanes: { name: string; run: Candidate['run']; times: number; rounds: number[] }[] = []
  for (const { name, run } of candidates) lanes.push({ name, run, times: await calibrate(run, sliceMs), rounds: [] })
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < lanes.length; turn++) {
      const lane = lanes[(round + turn) % lanes.length]!
      lane.rounds.push((await cpuTime(() => lane.run(lane.times))) / lane.times)
    }
  const first = lanes[0]?.rounds ?? []
  return lanes.map(({ name, rounds: own }) => ({
    name,
    nanoseconds: median(own),
    ratio: median(own.map((time, round) => time / first[round]!)),
  }))
}

/** How many operations fill a slice. The first measurement runs cold code and only warms it up. */
async function calibrate(run: Candidate['run'], sliceMs: number): Promise<number> {
  await count(run, sliceMs)
  return count(run, sliceMs)
}

async function count(run: Candidate['run'], sliceMs: number): Promise<number> {
  for (let times = 1; ; times *= 2) {
    const ms = (await cpuTime(() => run(times))) / 1e6
    if (ms >= sliceMs / 2) return Math.max(1, Math.round((times * sliceMs) / ms))
  }
}

/** The CPU nanoseconds that this process spends on some work. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) * 1000
}

/**
 * The CPU nanoseconds that the main thread of this process spends on some work: its duration on a machine with other
 * processors for the garbage collector and the compiler.
 */
export async function threadTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) * 1000
}

/** The median; for an even count, the mean of the two middle numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!
}

/** The median duration of each candidate in milliseconds. They take turns, so that disturbances hit all of them. */
export async function medianTimes(rounds: number, candidates: readonly (() => Promise<void>)[]): Promise<number[]> {
  const taken: number[][] = candidates.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [i, candidate] of candidates.entries()) {
      const start = performance.now()
      await candidate()
      taken[i]!.push(performance.now() - start)
    }
  return taken.map(median)
}
