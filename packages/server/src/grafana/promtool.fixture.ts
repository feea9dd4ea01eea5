import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rulesFile } from './alert-rules.fixture.ts'
import { keyOf } from './evaluate.fixture.ts'
import { type Followed, INTERVAL } from './firing.fixture.ts'

/** Whether promtool is installed, which the package `prometheus` of Debian contains. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/**
 * Evaluates what was seen with the evaluator of Prometheus. Throws an `Error` with its output if alerts fire at other times
 * than in `history`, or if the rules are invalid.
 */
export function checkWithPromtool(all: readonly Followed[], folder: string): void {
  const file = join(folder, 'alerts.test.yaml')
  // Scrapes are half way between evaluations, so that no sample is on the edge of a range.
  const half = INTERVAL / 2
  const tests = all.map(({ scrapes, history }) => ({
    interval: `${half}s`,
    input_series: seriesOf(scrapes),
    promql_expr_test: history.map((firing, index) => ({
      expr: 'max without (severity, alertstate) (ALERTS{alertstate="firing"})',
      eval_time: `${(index + 1) * INTERVAL}s`,
      exp_samples: firing.map((labels) => ({ labels: inBraces(labels), value: 1 })),
    })),
  }))
  // JSON is YAML.
  const rule_files = [fileURLToPath(rulesFile)]
  writeFileSync(file, JSON.stringify({ rule_files, evaluation_interval: `${INTERVAL}s`, tests }))
  execFileSync('promtool', ['test', 'rules', file], { stdio: 'pipe', encoding: 'utf8' })
}

/** The series of scrapes, in the notation of promtool: `_` is no sample, and `stale` the end of a series. */
function seriesOf(scrapes: Followed['scrapes']) {
  const series = new Map<string, { readonly name: string; readonly values: string[] }>()
  for (const [index, { samples }] of scrapes.entries())
    for (const { labels, value } of samples) {
      const { __name__: name = '', ...others } = labels
      const key = keyOf(labels)
      const found = series.get(key) ?? { name: name + inBraces(others), values: scrapes.map(() => '') }
      found.values[index] = String(value)
      series.set(key, found)
    }
  return [...series.values()].map(({ name, values }) => ({
    series: name,
    values: values.map((value, index) => `_ ${value || (values[index - 1] ? 'stale' : '_')}`).join(' '),
  }))
}

const inBraces = (labels: Readonly<Record<string, string>>): string =>
  `{${Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`)}}`
