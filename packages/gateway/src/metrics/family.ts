/** Formats of metrics as text. */
export type MetricsFormat = 'prometheus' | 'openmetrics'

/** Writes the lines of a metric below its name, type and description. */
export type Family = (name: string, type: string, help: string, lines: readonly string[]) => readonly string[]

/** Returns what writes metrics in a format. OpenMetrics names counters without `_total`, save in their lines. */
export const familyIn =
  (format: MetricsFormat): Family =>
  (name, type, help, lines) => {
    const named = format === 'openmetrics' && type === 'counter' ? name.replace(/_total$/, '') : name
    return [`# HELP ${named} ${help}`, `# TYPE ${named} ${type}`, ...lines]
  }

/** A text as the value of a label. */
export const escaped = (text: string): string => text.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`))
