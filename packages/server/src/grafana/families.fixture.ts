import parseText from 'parse-prometheus-text-format'
import { metricTable } from '../observers/metrics/metric-table.ts'

/** A metric as it was written. */
export interface MetricFamily {
  readonly type: string
  readonly labels: ReadonlySet<string>
}

/** Families by the names of their samples, so that a histogram stands for its buckets, its sum and its count. */
export type Families = ReadonlyMap<string, MetricFamily>

/** Reads the metrics of a server with a parser for the text format of Prometheus. */
export function familiesOf(text: string): Families {
  const found = new Map<string, { type: string; labels: Set<string> }>()
  for (const { name, type } of parseText(text)) {
    const family = { type: type.toLowerCase(), labels: new Set<string>() }
    for (const sample of samplesOf(name, family.type)) found.set(sample, family)
  }
  // The parser drops the labels of histograms that have several; as samples without a type they keep them.
  for (const { name, metrics } of parseText(text.replace(/^# .*\n/gm, '')))
    for (const { labels = {} } of metrics) for (const label of Object.keys(labels)) found.get(name)?.labels.add(label)
  // A counter of failures has no samples, and so no labels, until something fails.
  for (const { name, type, labels = [] } of metricTable)
    for (const label of labels) found.get(samplesOf(name, type)[0] as string)?.labels.add(label)
  return found
}

const samplesOf = (name: string, type: string): readonly string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
