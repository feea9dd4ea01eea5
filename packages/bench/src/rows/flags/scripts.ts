import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { buildEngine } from '../../build-engine.ts'
import { scriptCandidates } from '../../candidates/scripts.ts'
import { askOnce, type Child, startChild } from '../../child.ts'
import { timeFirstAnswer } from '../../first-answer.ts'
import { type Effort, median, race } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'

const LEAST_CHECKS = 10_000
const MOST_START_MS = 100
const MOST_RATIO = 1.1

/** The cost of scripts: a check, the first check, and checks of features without scripts. */
export const scripts: RowGroup = {
  title: 'Features that a script decides',
  async measure(effort) {
    return [...(await checks(effort)), ...(await starts(effort)), await plainChecks(effort)]
  },
}

/** Checks with a script that has run before. */
async function checks(effort: Effort): Promise<Row[]> {
  const { candidates, together, close } = await scriptCandidates()
  const standings = await race(candidates, effort)
  await close()
  return standings.map(({ name, nanoseconds, ratio }, index): Row => {
    const perSecond = Math.round((1e9 * together) / nanoseconds)
    return {
      what: name,
      figure: `${perSecond.toLocaleString('en')} /CPU s`,
      ratio: `${(1 / ratio).toFixed(2)} of the thread`,
      ...(index === 2 && { goal: `≥ ${LEAST_CHECKS.toLocaleString('en')}`, met: perSecond >= LEAST_CHECKS }),
    }
  })
}

/** The first answer of a new engine, in wall time, because much of it is waiting. */
async function starts({ rounds }: Effort): Promise<Row[]> {
  const { file, remove } = await buildEngine()
  const { scriptEngine } = await import(file)
  const [threads, warm, cold]: [number[], number[], number[]] = [[], [], []]
  try {
    for (let round = 0; round <= rounds; round++) {
      threads.push(await wallTime(startThread))
      warm.push(await timeFirstAnswer(scriptEngine))
      cold.push(await askOnce<number>('first-answer', [file]))
    }
  } finally {
    await remove()
  }
  const [thread, ...engines] = [threads, warm, cold].map((all) => median(all.slice(1))) as [number, number, number]
  const names = ['a new engine, to its first answer', 'the same as the first thing that a process does']
  return [
    { what: 'a thread of Node, to its first message', figure: `${thread.toFixed(0)} ms` },
    ...engines.map((time, index) => ({
      what: names[index]!,
      figure: `${time.toFixed(0)} ms`,
      ratio: `${(time / thread).toFixed(2)} × the thread`,
      goal: `< ${MOST_START_MS} ms`,
      met: time < MOST_START_MS,
    })),
  ]
}

async function startThread(): Promise<void> {
  const worker = new Worker(`require('node:worker_threads').parentPort.postMessage(1)`, { eval: true })
  await once(worker, 'message')
  await worker.terminate()
}

async function wallTime(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Checks of features without scripts: a process with waiting workers, relative to one without an engine. */
async function plainChecks(effort: Effort): Promise<Row> {
  const { nanoseconds, ratio } = await besideEngine(effort)
  return {
    what: 'a check of a feature without a script, beside an engine that is loaded',
    figure: `${nanoseconds.toFixed(0)} ns`,
    ratio: `${ratio.toFixed(2)} × without the engine`,
    goal: `≤ ${MOST_RATIO}`,
    met: ratio <= MOST_RATIO,
  }
}

/** CPU nanoseconds of such a check, and its ratio to a check without an engine. */
export async function besideEngine({ rounds, sliceMs }: Effort): Promise<{ nanoseconds: number; ratio: number }> {
  const children = [startChild('check-beside-engine', ['none']), startChild('check-beside-engine', ['loaded'])]
  const ask = (child: Child) => child.ask<number>(sliceMs)
  try {
    for (const child of children) await ask(child)
    const [without, beside]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      without.push(await ask(children[0]!))
      beside.push(await ask(children[1]!))
    }
    return { nanoseconds: median(beside), ratio: median(beside.map((time, round) => time / without[round]!)) }
  } finally {
    for (const child of children) await child.stop()
  }
}
