import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  classpathIn,
  type JvmLanguage,
  type JvmScriptEngine,
  jvmLanguages,
  jvmScriptEngine,
  missingJars,
} from '@signalbox/scripts-jvm'
import { type Effort, median } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'

const LEAST_RUNS = 10_000
const TOGETHER = 500
const folder =
  process.env.SIGNALBOX_JVM_CLASSPATH ?? join(import.meta.dirname, '../../../../../node_modules/.cache/signalbox-jvm')

/** The cost of scripts in languages of the JVM: compilations, runs, and memory. Wall time, because two processes work. */
export const scriptsJvm: RowGroup = {
  title: 'Scripts in Kotlin and Scala, in a JVM each',
  async measure(effort) {
    const rows: Row[] = []
    for (const language of jvmLanguages) rows.push(...(await rowsOf(language, effort)))
    return rows
  },
}

async function rowsOf(language: JvmLanguage, effort: Effort): Promise<Row[]> {
  const [missing] = await missingJars(folder, language)
  if (missing !== undefined) return [{ what: `not measured: ${missing} is missing`, figure: 'run .ci/install-jvm' }]
  const engine = jvmScriptEngine({
    ...{ language, classpath: classpathIn(folder, language), sandbox: 'off' },
    ...{ compileMs: 110_000, wallMs: 60_000, archive: join(folder, `${language}.jsa`) },
  })
  try {
    return await figures(engine, language, effort)
  } finally {
    await engine.close()
  }
}

async function figures(engine: JvmScriptEngine, language: JvmLanguage, { rounds }: Effort): Promise<Row[]> {
  const first = await compileTime(engine, language, 0)
  const others: number[] = []
  for (let n = 1; n <= 20; n++) others.push(await compileTime(engine, language, n))
  await runsPerSecond(engine, language)
  const runs: number[] = []
  for (let round = 0; round < Math.max(3, rounds); round++) runs.push(await runsPerSecond(engine, language))
  const rate = Math.round(median(runs))
  return [
    { what: `${language}: the first compilation, with the start of the JVM`, figure: `${first.toFixed(0)} ms` },
    { what: `${language}: a later compilation`, figure: `${median(others.slice(-10)).toFixed(0)} ms` },
    {
      what: `${language}: a run that has run before, ${TOGETHER} at a time`,
      figure: `${rate.toLocaleString('en')} /s`,
      goal: `≥ ${LEAST_RUNS.toLocaleString('en')}`,
      met: rate >= LEAST_RUNS,
    },
    ...(process.platform === 'linux'
      ? [{ what: `${language}: resident memory of the JVM`, figure: memoryOf(engine) }]
      : []),
  ]
}

async function compileTime(engine: JvmScriptEngine, language: JvmLanguage, n: number): Promise<number> {
  const begin = performance.now()
  const error = await engine.check({ type: language, script: scripts[language](n) })
  if (error) throw new Error(`A script was not compiled: ${error.message}`)
  return performance.now() - begin
}

/** Runs a script in batches for at least a second. */
async function runsPerSecond(engine: JvmScriptEngine, language: JvmLanguage): Promise<number> {
  const run = { type: language, script: scripts[language](0), context: { user: 'ann', plan: 'pro' } }
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

const scripts: Readonly<Record<JvmLanguage, (n: number) => string>> = {
  kotlin: (n) => `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, http: WSClient) {
  if (context.get("user")?.asText()?.startsWith("ann") ?: false || context.size() == ${n}) enabled() else disabled()
}`,
  scala: (n) => `def enabled(context: JsObject, enabled: () => Unit, disabled: () => Unit, http: WSClient): Unit = {
  if ((context \\ "user").asOpt[String].exists(_.startsWith("ann")) || context.value.size == ${n}) enabled() else disabled()
}`,
}

function memoryOf(engine: JvmScriptEngine): string {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${engine.pid()}/status`, 'utf8')) ?? []
  return `${Math.round(Number(kibibytes) / 1024)} MB`
}
