import { type ImportFlagsReport, type RecordKind, recordKinds } from './import-flags.ts'
import type { Finding, Severity } from './vendor.ts'

/** The report of an import as lines to print: refused records, then findings by flag, what was lost first, then totals. */
export function reportLines(report: ImportFlagsReport, label: string): string[] {
  const { written } = report
  const failures = report.failures.map(withoutControls)
  const findings = report.findings.map(withoutControls)
  return [
    ...failures.map(({ kind, id, message }) => `${singular[kind]} ${id} is refused: ${message}`),
    ...byFlag(findings.filter(({ severity }) => severity !== 'info')),
    ...byText(findings.filter(({ severity }) => severity === 'info')),
    ...recordKinds.map((kind) => `${kind}: ${countsOf(report, kind)}`),
    `findings for ${label}: ${severities.map((one) => `${one} ${countOf(findings, one)}`).join(', ')}`,
    ...(written ? [] : [failures.length > 0 ? nothingInvalid : nothingTried]),
  ]
}

/** Keys come from a file: they must not add lines, colour the terminal, or reverse the text. */
const withoutControls = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).map(([name, text]) => [name, String(text).replace(CONTROLS, '')])) as T
const CONTROLS = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

const nothingInvalid = 'Nothing was written, because records are refused'
const nothingTried = 'Nothing was written, because this was a dry run'

const singular = { segments: 'segment', features: 'feature', configs: 'config' } as const satisfies Record<
  RecordKind,
  string
>

/** From the worst. */
const severities = ['lost', 'changed', 'info'] as const satisfies readonly Severity[]
/** How many flags a finding that many have names. */
const MOST_FLAGS = 5

const countsOf = (report: ImportFlagsReport, kind: RecordKind): string => {
  const { created, replaced, kept, failed } = report[kind]
  return `created ${created}, replaced ${replaced}, kept ${kept}, refused ${failed}`
}

const countOf = (findings: readonly Finding[], severity: Severity): number =>
  findings.filter((finding) => finding.severity === severity).length

/** The flags with something lost first, and what was lost first within a flag. */
function byFlag(findings: readonly Finding[]): string[] {
  const sorted = findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
  return [...Map.groupBy(sorted, ({ flag }) => flag)].flatMap(([flag, list]) => [
    flag,
    ...list.map(({ severity, what, instead }) => `  ${severity}: ${what}. ${instead}.`),
  ])
}

/** Remarks that concern many flags are printed once. */
function byText(findings: readonly Finding[]): string[] {
  const groups = Map.groupBy(findings, ({ what, instead }) => `${what}. ${instead}.`)
  return [...groups].map(([text, list]) => {
    const flags = [...new Set(list.map(({ flag }) => flag))]
    const more = flags.length > MOST_FLAGS ? ` and ${flags.length - MOST_FLAGS} more` : ''
    return `${flags.slice(0, MOST_FLAGS).join(', ')}${more}\n  info: ${text}`
  })
}
