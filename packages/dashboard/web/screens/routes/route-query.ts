import type { RouteRow } from './route-row.ts'

/** What the user searches for: words, and filters by member. All of them must hold; of the values of a filter, one. */
export interface RouteQuery {
  /** In lower case; each is somewhere in what is known of the route. */
  readonly words: readonly string[]
  readonly filters: readonly { readonly by: Filter; readonly values: readonly string[] }[]
}

const part = /[a-z]+:"[^"]*"?|\S+/g

/** Reads a search: `invoices method:get is:draft,warned plugin:apikey`. An unfinished filter (`api:`) filters nothing yet. */
export function parseRouteQuery(text: string): RouteQuery {
  const words: string[] = []
  const filters: { by: Filter; values: string[] }[] = []
  for (const [written] of text.toLowerCase().matchAll(part)) {
    const [, by = '', value = ''] = /^([a-z]+):(.*)$/.exec(written) ?? []
    if (!isFilter(by)) {
      words.push(written.replaceAll('"', ''))
      continue
    }
    const values = value
      .replaceAll('"', '')
      .split(',')
      .filter((one) => one !== '')
    if (values.length > 0) filters.push({ by, values })
  }
  return { words: words.filter((word) => word !== ''), filters }
}

/** The rows that fit a query, in their order. */
export function selectRoutes(rows: readonly RouteRow[], text: string): readonly RouteRow[] {
  const { words, filters } = parseRouteQuery(text)
  if (words.length + filters.length === 0) return rows
  const apis = new Set(rows.map(({ api }) => api.toLowerCase()))
  return rows.filter(
    (row) =>
      words.every((word) => row.text.includes(word)) &&
      filters.every(({ by, values }) => values.some((value) => fits[by](row, value, apis))),
  )
}

/** How a route fits a value of each filter. The id of an API means that API; other texts are beginnings of ids. */
const fits = {
  api: ({ api }, value, apis) => (apis.has(value) ? api.toLowerCase() === value : api.toLowerCase().startsWith(value)),
  method: ({ methods }, value) => methods.length === 0 || methods.some((method) => method.toLowerCase() === value),
  is: (row, value) => marksOf(row).some((mark) => mark.startsWith(value)),
  plugin: ({ plugins }, value) => plugins.some((plugin) => plugin.toLowerCase().includes(value)),
  backend: ({ uses }, value) => uses.some((id) => id.toLowerCase().includes(value)),
} as const satisfies Record<string, (row: RouteRow, value: string, apis: ReadonlySet<string>) => boolean>

/** A member that routes are filtered by. */
export type Filter = keyof typeof fits

const isFilter = (name: string): name is Filter => Object.hasOwn(fits, name)

/** The words that `is:` finds a route by. */
const marksOf = ({ isDraft, isDisabled, isRefused, warnings }: RouteRow): readonly string[] => [
  isDraft ? 'draft' : 'live',
  ...(isDisabled ? ['disabled'] : []),
  ...(isRefused ? ['refused'] : []),
  ...(warnings.length > 0 ? ['warned'] : []),
]
