// Tries whether the tests find faults: puts one fault at a time into a copy of the repository and runs the tests that
// should fail. `npm run faults` tries all, `-- sinks limits` the faults of parts, `-- --only 7` (or 7,9) single ones.
// `found-by.json` says which test found each fault the last time: that test runs first, alone. Commit it with the faults.
// With `--near`, only the tests nearest to the faulty file run: of a fault that they miss, the others take most of the time.
// With `--untried`, only faults that no test is known to find are tried.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyRepository } from './copy.ts'
import { readFinders, writeFinders } from './finders.ts'
import type { Trial, Verdict } from './lane.ts'
import { faults, parts } from './parts.ts'

/** After this time without the end of a test, a fault hangs the tests, in milliseconds. */
const HANGS_MS = 3 * 60_000

const root = join(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, near: { type: 'boolean' }, untried: { type: 'boolean' } },
  allowPositionals: true,
})
const only = values.only?.split(',').map(Number)
const finders = readFinders()
const chosen = faults
  .map((fault, i) => ({ ...fault, number: i + 1 }))
  .filter(({ number }) => only?.includes(number) ?? true)
  .filter(({ part }) => positionals.length === 0 || positionals.includes(part.name))
  .filter(({ breaks }) => !values.untried || !finders[breaks])
const unknown = positionals.filter((name) => parts.every((part) => part.name !== name))
if (unknown.length > 0 || (chosen.length === 0 && !values.untried)) {
  console.error(`There are faults 1 to ${faults.length}, in the parts ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const copy = mkdtempSync(join(tmpdir(), 'faults-'))
let lane: ChildProcess | undefined
process.on('exit', () => {
  lane?.kill('SIGKILL')
  rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
copyRepository(root, copy)

const rows: { part: string; isFound: boolean; seconds: number }[] = []
for (const { number, part, breaks, ...fault } of chosen) {
  const from = Date.now()
  lane ??= await startLane()
  const verdict = await attempt(lane, {
    ...{ ...fault, breaks, part, last: finders[breaks], isNear: values.near === true },
  })
  if (verdict.test === undefined) delete finders[breaks]
  else if (verdict.by) finders[breaks] = { file: verdict.by, test: verdict.test }
  writeFinders(finders)
  const seconds = (Date.now() - from) / 1000
  rows.push({ part: part.name, isFound: verdict.test !== undefined, seconds })
  const result =
    verdict.test === undefined
      ? 'MISSED'
      : `found by ${verdict.by === undefined ? '' : `${verdict.by}: `}${verdict.test}`
  console.log(`${number}. ${part.name}: ${breaks}\n   ${result} (${seconds.toFixed(1)} s)`)
}
report()

/** Starts a process that tries faults in the copy, and waits until it is ready. */
async function startLane(): Promise<ChildProcess> {
  const { CI: _, ...env } = process.env // without retries
  const child = fork(join(copy, '.ci/faults/lane.ts'), {
    cwd: copy,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.once('exit', () => {
    lane = undefined
  })
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`Vitest did not start (exit ${code})`)))
  })
  return child
}

/** Tries a fault. One that ends or hangs the process is found. */
function attempt(child: ChildProcess, trial: Trial): Promise<Verdict> {
  const path = join(copy, trial.file)
  const sound = readFileSync(path, 'utf8')
  return new Promise((resolve) => {
    let isHung = false
    const hang = () => {
      isHung = true
      child.kill('SIGKILL')
    }
    let timer = setTimeout(hang, HANGS_MS)
    const onMessage = (message: Verdict | 'alive') => {
      clearTimeout(timer)
      if (message === 'alive') timer = setTimeout(hang, HANGS_MS)
      else end(message)
    }
    const onExit = () => {
      writeFileSync(path, sound)
      end({ test: isHung ? 'the tests hang' : 'the tests end their process' })
    }
    const end = (verdict: Verdict) => {
      clearTimeout(timer)
      child.off('exit', onExit)
      child.off('message', onMessage)
      resolve(verdict)
    }
    child.once('exit', onExit)
    child.on('message', onMessage)
    child.send(trial)
  })
}

/** Prints a line for each part, and one for all. */
function report(): void {
  const line = (name: string, of: typeof rows) => {
    const found = of.filter(({ isFound }) => isFound).length
    const seconds = Math.round(of.reduce((sum, row) => sum + row.seconds, 0))
    const cells = [of.length, found, of.length - found, seconds].map((cell) => String(cell).padStart(8))
    console.log(name.padEnd(16) + cells.join(''))
  }
  console.log(
    `\n${'part'.padEnd(16)}${['faults', 'found', 'missed', 'seconds'].map((head) => head.padStart(8)).join('')}`,
  )
  for (const { name } of parts) {
    const of = rows.filter(({ part }) => part === name)
    if (of.length > 0) line(name, of)
  }
  line('all', rows)
  process.exitCode = rows.some(({ isFound }) => !isFound) ? 1 : 0
  lane?.kill()
}
