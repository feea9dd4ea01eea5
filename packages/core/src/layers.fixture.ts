import { posix } from 'node:path'
import { importsOf, sources } from './sources.fixture.ts'

/** The folders of a package, lowest first, each with the folders that it imports. Flat files have no row. */
export type Table = Readonly<Record<string, readonly string[]>>

/** One folder imports another. */
export type Arrow = readonly [from: string, to: string]

/** The folder of a file below `root`, such as `core/src`; `undefined` for flat files and files elsewhere. */
export const folderOf = (root: string, file: string): string | undefined =>
  file.startsWith(`${root}/`) ? /^([^/]+)\//.exec(file.slice(root.length + 1))?.[1] : undefined

/** All folders below `root`, sorted. */
export const foldersIn = (root: string): readonly string[] =>
  [...new Set(sources.flatMap((file) => folderOf(root, file) ?? []))].sort()

/** Which folder below `root` imports which, including types and `import()`. */
export const arrowsIn = (root: string): readonly Arrow[] =>
  sources
    .filter((file) => folderOf(root, file) !== undefined)
    .flatMap((file) => importsOf(file))
    .flatMap(({ file, target }): Arrow[] => {
      const [from, to] = [folderOf(root, file), folderOf(root, target)]
      return from === undefined || to === undefined || from === to ? [] : [[from, to]]
    })

/** Pairs of folders below `root`, at any depth, that import each other, including types. */
export function mutualPairs(root: string): readonly string[] {
  const inside = (file: string) => file.startsWith(`${root}/`)
  const found = new Set(
    sources
      .filter(inside)
      .flatMap((file) => importsOf(file))
      .filter(({ target }) => inside(target))
      .map(({ file, target }) => `${posix.dirname(file)} and ${posix.dirname(target)}`),
  )
  return [...found].filter((pair) => {
    const [from = '', to = ''] = pair.split(' and ')
    return from < to && found.has(`${to} and ${from}`)
  })
}

/** The errors of a table: forbidden imports, unused permissions, and imports of folders listed later. */
export function flaws(table: Table, found: readonly Arrow[]): readonly string[] {
  const used = new Set(found.map(([from, to]) => `${from} imports ${to}`))
  const rows = Object.entries(table)
  const allowed = new Set(rows.flatMap(([from, row]) => row.map((to) => `${from} imports ${to}`)))
  const above = (place: number) => rows.slice(0, place).map(([name]) => name)
  return [
    ...[...used].filter((one) => !allowed.has(one)).map((one) => `${one}: its row does not allow it`),
    ...[...allowed].filter((one) => !used.has(one)).map((one) => `${one}: in the table alone`),
    ...rows.flatMap(([from, row], place) =>
      row.filter((to) => !above(place).includes(to)).map((to) => `${from} imports ${to}: not above it in the table`),
    ),
  ]
}
