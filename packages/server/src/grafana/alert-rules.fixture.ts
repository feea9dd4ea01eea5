import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** An alerting rule of Prometheus. */
export interface Rule {
  readonly alert: string
  readonly expr: string
  /** Such as `5m`. @default at once */
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string }
}

/** The file with the rules, for promtool. */
export const rulesFile = new URL('../../grafana/alerts.yaml', import.meta.url)

const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { name: string; rules: Rule[] }[] }

/** All rules of the file. */
export const rules: readonly Rule[] = groups.flatMap((group) => group.rules)
