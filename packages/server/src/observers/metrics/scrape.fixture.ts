import parse from 'parse-prometheus-text-format'
import { expect } from 'vitest'

type Labels = Readonly<Record<string, string>>

/** The metrics of a port for operators, as a parser of the Prometheus format reads them. */
export async function scrape(adminUrl: string | undefined) {
  const response = await fetch(`${adminUrl}/metrics`)
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return readMetrics(await response.text())
}

/** Reads metrics in the Prometheus format. Labels that are not given may have any value. */
export function readMetrics(text: string) {
  // The parser ignores the labels of histograms, so it reads their lines as metrics without a type.
  const lines = parse(text.replace(/^#.*\n/gm, ''))
  const find = (name: string) => lines.flatMap((line) => (line.name === name ? line.metrics : []))
  const value = (name: string, labels: Labels = {}) =>
    find(name)
      .filter((one) => Object.entries(labels).every(([label, expected]) => one.labels?.[label] === expected))
      .reduce((total, one) => total + Number(one.value), 0)
  return {
    /** The type of each metric, by its name. */
    types: new Map(parse(text).map((family) => [family.name, family.type.toLowerCase()])),
    /** The sum of the values of a counter or gauge; of none, 0. */
    value,
    /** How often a histogram has observed. */
    count: (name: string, labels?: Labels) => value(`${name}_count`, labels),
    /** The values of a label. */
    labels: (name: string, label: string) => [...new Set(find(name).map((one) => one.labels?.[label]))].sort(),
    /** How many lines have a value. */
    series: lines.reduce((total, { metrics }) => total + metrics.length, 0),
  }
}
