import type { ScriptEngine } from '@signalbox/core'
import type { Families } from './families.ts'
import { serverMetrics } from './metric-table.ts'
import { withMethods } from './with-methods.ts'

/** The languages of scripts that may be stored. */
const languages: ReadonlySet<string> = new Set(['javascript', 'kotlin', 'scala'])

/** Counts and times the runs of a script engine. Runs that were refused are counted with the reason. */
export function measureScripts({ counter, histogram }: Pick<Families, 'counter' | 'histogram'>) {
  const runs = counter(serverMetrics.scriptRuns)
  const durations = histogram(serverMetrics.scriptSeconds)
  return (engine: ScriptEngine): ScriptEngine =>
    withMethods(engine, {
      async run(asked) {
        const begin = performance.now()
        const outcome = await engine.run(asked)
        const language = languages.has(asked.type) ? asked.type : '_other'
        durations.observe({ language }, (performance.now() - begin) / 1000)
        runs.inc({ language, outcome: outcome.error?.code.toLowerCase() ?? 'ok' })
        return outcome
      },
    })
}
