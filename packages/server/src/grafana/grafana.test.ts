import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rules } from './alert-rules.fixture.ts'
import { familiesOf } from './families.fixture.ts'
import { metricsIn, problemsOf } from './promql.fixture.ts'
import { servedMetrics } from './served-metrics.fixture.ts'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string; readonly datasource: object }[]
  readonly fieldConfig?: { readonly defaults: { readonly unit: string } }
}

interface Dashboard {
  readonly title: string
  readonly uid: string
  readonly id?: number
  readonly schemaVersion: number
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly definition?: string }[]
  }
  readonly panels: readonly Panel[]
}

const folder = new URL('../../grafana/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const dashboards = globSync('*.json', { cwd: folder }).map((name) => JSON.parse(read(name)) as Dashboard)
const panelsOf = ({ panels }: Dashboard) => panels.filter(({ type }) => type !== 'row')
const targetsOf = (dashboard: Dashboard) => panelsOf(dashboard).flatMap(({ targets = [] }) => targets)

describe.each(dashboards.map((dashboard) => [dashboard.title, dashboard] as const))(
  'the dashboard %s',
  (_, dashboard) => {
    it('can be imported into any Grafana: it has variables for the data source, the job and the instance', () => {
      expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(41)
      expect(dashboard.id).toBeUndefined()
      expect(dashboard.templating.list.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['datasource', 'job', 'instance']),
      )
      const sources = targetsOf(dashboard).map(({ datasource }) => datasource)
      expect(new Set(sources.map((source) => JSON.stringify(source)))).toEqual(
        new Set(['{"type":"prometheus","uid":"${datasource}"}']),
      )
    })

    it('has panels with a title, a description, a unit and different ids', () => {
      const panels = panelsOf(dashboard)
      expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
      for (const { title, description, fieldConfig } of panels)
        expect([title, description, fieldConfig?.defaults.unit]).toEqual(Array(3).fill(expect.stringMatching(/./)))
    })

    it('uses only variables that it has', () => {
      const names = [...dashboard.templating.list.map(({ name }) => name), '__rate_interval', '__range']
      for (const { expr } of targetsOf(dashboard))
        for (const [, name] of expr.matchAll(/\$\{?(\w+)/g)) expect(names).toContain(name)
    })
  },
)

it('dashboards have different uids', () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length)
})

it('alerts have a severity, a summary, a description and a runbook, and different names', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations } of rules) {
    expect(['warning', 'critical']).toContain(labels.severity)
    const runbook = `docs/alerts.md#${alert.toLowerCase()}`
    expect(annotations).toEqual({ summary: expect.any(String), description: expect.any(String), runbook })
  }
})

it('the page about alerts says of each one, in the same order, what to do', () => {
  const page = read('../docs/alerts.md')
  const entries = page.split(/^#+ (?=Signalbox\w+$)/m).slice(1)
  expect(entries.map((entry) => /^\w+/.exec(entry)?.[0])).toEqual(rules.map(({ alert }) => alert))
  for (const entry of entries) expect(entry).toMatch(/^1\. /m)
})

it('panels, variables and alerts read metrics and labels that a server writes, each as its type requires', async () => {
  const families = familiesOf(await servedMetrics())
  const variables = dashboards.flatMap(({ templating }) =>
    templating.list.flatMap(({ definition }) => {
      const [, selector = '', label = ''] = /^label_values\((.*), (\w+)\)$/.exec(definition ?? '') ?? []
      // Variables read values of labels, not rates.
      return definition ? [`count by (${label}) (rate(${selector}[5m]))`] : []
    }),
  )
  const expressions = [
    ...dashboards.flatMap(targetsOf).map(({ expr, legendFormat }) => [expr, legendFormat] as const),
    ...rules.map(({ expr }) => [expr, ''] as const),
    ...variables.map((expr) => [expr, ''] as const),
  ]
  expect(expressions.flatMap(([expr, legend]) => problemsOf(expr, families, legend))).toEqual([])
})

it('every metric of a server and its gateway is in a panel or an alert', async () => {
  const families = familiesOf(await servedMetrics())
  const shown = new Set([...dashboards.flatMap(targetsOf), ...rules].flatMap(({ expr }) => metricsIn(expr)))
  const seen = new Set([...shown].map((name) => families.get(name)))
  expect([...families].flatMap(([name, family]) => (seen.has(family) ? [] : [name]))).toEqual([])
})
