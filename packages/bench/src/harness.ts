/**
 * Measures things against each other on a machine that has other things to do. Candidates take turns in short slices, so
 * that what disturbs one disturbs the others; what counts is the CPU time of this process, not the clock on the wall; and
 * a ratio is the median of the ratios inside each round, where both sides had the same weather.
 */

/** Something to be measured. */
export interface Candidate {
  readonly name: string
  /** Does the operation so many times. */
  readonly run: (times: number) => unknown
}

/** What a race found out about one candidate. */
export interface Standing {
  readonly name: string
  /** CPU nanoseconds an operation, the median of the rounds. */
  readonly nanoseconds: number
  /** How many times the first candidate's CPU time an operation takes. */
  readonly ratio: number
}

/** How long a race is. */
export interface Effort {
  readonly rounds: number
  readonly sliceMs: number
}

/** What the figures of the README were measured with, and what suffices to see that all is well. */
export const efforts = {
  full: { rounds: 15, sliceMs: 150 },
  quick: { rounds: 3, sliceMs: 40 },
} as const satisfies Record<string, Effort>

/** Races candidates; the first is the one that the others are compared with. */
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

/** How many operations fill a slice. The first count is of cold code and only warms it up. */
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

/** The CPU nanoseconds that this process spends on something. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) * 1000
}

/**
 * The CPU nanoseconds that the main thread of this process spends on something: what it takes on a machine that has
 * another processor for the collector and the compiler.
 */
export async function threadTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) * 1000
}

/** The middle of numbers; of an even count, the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!
}

/** The median of the milliseconds that each takes. They take turns, so that what disturbs one disturbs the others. */
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
