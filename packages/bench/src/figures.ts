import type { Row } from './row.ts'

/** Where figures were measured. */
interface Circumstances {
  /** As `2026-11-26`. */
  readonly date: string
  readonly node: string
  readonly cores: number
  /** How many processes wanted a core in the last minute, before and after the measurement. */
  readonly load: readonly [number, number]
}

/** Formats the rows of a group as a section of the page of figures. Cells are padded, so that the text is a table, too. */
export function toSection(name: string, title: string, rows: readonly Row[], where: Circumstances): string {
  const cells = rows.map(({ what, figure, ratio = '', goal = '', met }) => {
    const verdict = met === undefined ? '' : met ? 'met' : '**missed**'
    return [what, figure, ratio, goal, verdict]
  })
  const [low, high] = where.load.toSorted((a, b) => a - b).map((load) => load.toFixed(1))
  const command = `npm run bench -- ${name}`
  const circumstances = `\`${command}\` on ${where.date}: ${where.cores} cores at a load of ${low} to ${high}, Node.js ${where.node}.`
  return [`## ${title}`, '', circumstances, '', ...toTable([HEADER, ...cells]), ''].join('\n')
}

const HEADER = ['what', 'figure', 'ratio', 'goal', '']

/** The lines of a Markdown table. All columns but the first and the last are aligned to the right. */
function toTable(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADER.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const isLeft = (column: number) => column === 0 || column === HEADER.length - 1
  const toLine = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (isLeft(column) ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`
  const rule = widths.map((width, column) => (isLeft(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const [header = [], ...others] = rows
  return [header, rule, ...others].map(toLine)
}

/** Replaces the section of a group on the page, or adds it. Sections are in the order of the groups; others are left as they are. */
export function withSection(page: string, section: string, groups: readonly string[]): string {
  const [introduction = '', ...sections] = page.split(/^(?=## )/m)
  const byGroup = new Map([...sections, section].map((text) => [groupOf(text), text]))
  const placed = [...byGroup].toSorted(([a], [b]) => groups.indexOf(a) - groups.indexOf(b))
  return `${[introduction, ...placed.map(([, text]) => text)].map((text) => text.trimEnd()).join('\n\n')}\n`
}

/** The group that the command of a section names. */
const groupOf = (section: string): string => /`npm run bench -- ([\w-]+)`/.exec(section)?.[1] ?? ''
