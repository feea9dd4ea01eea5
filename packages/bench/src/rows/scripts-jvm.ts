import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JvmScriptEngine } from '@signalbox/scripts-jvm'
import { classpathIn, jvmScriptEngine, missingJars } from '@signalbox/scripts-jvm'
import type { Effort } from '../harness.ts'
import { median } from '../harness.ts'
import type { Row, RowGroup } from '../row.ts'

const LEAST_RUNS = 10_000
const TOGETHER = 500
const folder =
  process.env.SIGNALBOX_JVM_CLASSPATH ?? join(import.meta.dirname, '../../../../node_modules/.cache/signalbox-jvm')

/** The cost of scripts in Kotlin: compilations, runs, and the memory of the JVM. Wall time, because two processes work. */
export const scriptsJvm: RowGroup = {
  title: 'Scripts in Kotlin, in a JVM',
  async measure(effort) {
    const [missing] = await missingJars(folder, 'kotlin')
    if (missing !== undefined) return [{ what: `not measured: ${missing} is missing`, figure: 'run .ci/install-jvm' }]
    const engine = jvmScriptEngine({
      ...{ language: 'kotlin', classpath: classpathIn(folder, 'kotlin'), sandbox: 'off' },
      ...{ compileMs: 110_000, wallMs: 60_000, archive: join(folder, 'kotlin.jsa') },
    })
    try {
      return await figures(engine, effort)
    } finally {
      await engine.close()
    }
  },
}

async function figures(engine: JvmScriptEngine, { rounds }: Effort): Promise<Row[]> {
  const first = await compileTime(engine, 0)
  const others: number[] = []
  for (let n = 1; n <= 20; n++) others.push(await compileTime(engine, n))
  await runsPerSecond(engine)
  const runs: number[] = []
  for (let round = 0; round < Math.max(3, rounds); round++) runs.push(await runsPerSecond(engine))
  const rate = Math.round(median(runs))
  return [
    { what: 'the first compilation, with the start of the JVM', figure: `${first.toFixed(0)} ms` },
    { what: 'a later compilation', figure: `${median(others.slice(-10)).toFixed(0)} ms` },
    {
      what: `a run that has run before, ${TOGETHER} at a time`,
      figure: `${rate.toLocaleString('en')} /s`,
      goal: `≥ ${LEAST_RUNS.toLocaleString('en')}`,
      met: rate >= LEAST_RUNS,
    },
    ...(process.platform === 'linux' ? [{ what: 'resident memory of the JVM', figure: memoryOf(engine) }] : []),
  ]
}

async function compileTime(engine: JvmScriptEngine, n: number): Promise<number> {
  const begin = performance.now()
  await engine.check({ type: 'kotlin', script: scriptOf(n) })
  return performance.now() - begin
}

/** Runs a script in batches for at least a second. */
async function runsPerSecond(engine: JvmScriptEngine): Promise<number> {
  const run = { type: 'kotlin', script: scriptOf(0), context: { user: 'ann', plan: 'pro' } }
  const begin = performance.now()
  let count = 0
  while (performance.now() - begin < 1_000) {
    const outcomes = await Promise.all(Array.from({ length: TOGETHER }, () => engine.run(run)))
    const failed = outcomes.find(({ active }) => !active)
    if (failed) throw new Error(`A script failed: ${failed.error?.message}`)
    count += TOGETHER
  }
  return (count * 1_000) / (performance.now() - begin)
}

const scriptOf = (
  n: number,
) => `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, http: WSClient) {
  if (context.get("user")?.asText()?.startsWith("ann") ?: false || context.size() == ${n}) enabled() else disabled()
}`

function memoryOf(engine: JvmScriptEngine): string {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${engine.pid()}/status`, 'utf8')) ?? []
  return `${Math.round(Number(kibibytes) / 1024)} MB`
}
