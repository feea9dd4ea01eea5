/** The suffixes of the lines of each type of metric in OpenMetrics. */
const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"'
const sample = new RegExp(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{${label}(?:,${label})*\\})? (NaN|[+-]?Inf|-?[0-9.e+-]+)$`)

/**
 * What is wrong with a text in the OpenMetrics format 1.0: each family is declared once, before its lines; its lines follow
 * each other, have the suffixes of its type, and labels that come once; buckets grow up to +Inf; the last line is `# EOF`.
 */
export function problemsOfOpenMetrics(text: string): readonly string[] {
  const problems: string[] = []
  const lines = text.split('\n')
  if (lines.pop() !== '') problems.push('the text does not end with a line feed')
  if (lines.pop() !== '# EOF') problems.push('the last line is not # EOF')
  const declared = new Set<string>()
  const seen = new Set<string>()
  let family: { readonly name: string; type?: string } = { name: '' }
  let bucket: { readonly series: string; readonly count: number } | undefined
  for (const line of lines) {
    const [, what, name = '', rest = ''] = /^# (HELP|TYPE|UNIT) (\S+) (.*)$/.exec(line) ?? []
    if (what) {
      if (family.name !== name) {
        if (declared.has(name)) problems.push(`${name} is declared twice`)
        declared.add(name)
        family = { name }
      }
      if (what === 'HELP' && /"/.test(rest)) problems.push(`the help of ${name} has a quote that is not escaped`)
      if (what !== 'TYPE') continue
      if (!(rest in suffixes)) problems.push(`${name} has the unknown type ${rest}`)
      if (rest === 'counter' && name.endsWith('_total')) problems.push(`the counter ${name} is declared with _total`)
      family = { name, type: rest }
      continue
    }
    const [, id = '', labels = '', value = ''] = sample.exec(line) ?? []
    if (!id) {
      problems.push(`not a line of OpenMetrics: ${JSON.stringify(line)}`)
      continue
    }
    const suffix = id.slice(family.name.length)
    if (!id.startsWith(family.name) || !suffixes[family.type ?? '']?.includes(suffix))
      problems.push(`${id} does not belong to the ${family.type} ${family.name}`)
    const names = [...labels.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="(?:[^"\\]|\\.)*"/g)].map(([, one]) => one)
    if (new Set(names).size < names.length) problems.push(`${line} has a label twice`)
    if (seen.has(id + labels)) problems.push(`${id}${labels} comes twice`)
    seen.add(id + labels)
    if (family.type === 'counter' && !(Number(value) >= 0)) problems.push(`${line} is not a count`)
    if (suffix !== '_bucket') {
      if (suffix === '_count' && bucket && bucket.count !== Number(value))
        problems.push(`${line} differs from its bucket +Inf`)
      continue
    }
    const series = labels.replace(/,?le="[^"]*"/, '')
    if (bucket?.series === series && Number(value) < bucket.count)
      problems.push(`${line} is less than the bucket before`)
    bucket = { series, count: Number(value) }
  }
  return problems
}
