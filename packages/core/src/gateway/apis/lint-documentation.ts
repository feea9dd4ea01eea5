import { isObject } from '../../machine/json/json.ts'
import type { ApiDefinition } from './api.ts'
import { ELSEWHERE, linkedPath, pagePath, portalNames } from './page-paths.ts'

type Found = readonly (readonly [pointer: string, message: string])[]
type Documentation = NonNullable<ApiDefinition['documentation']>
type Path = readonly string[]

/** Reports links of the documentation to pages that the portal does not have. */
export function deadLinks({ documentation = {} }: ApiDefinition): Found {
  // Remote documentation may bring the pages.
  if (documentation.enabled === false || documentation.source?.url) return []
  const pages = pagesOf(documentation)
  return linksIn(documentation).flatMap(({ pointer, from, link }) => {
    const path = linkedPath(from, link)
    if (path === undefined || isPage(pages, path)) return []
    return [
      [pointer, `The link ${shown(link)} leads to no page: correct it, or add a resource with this path`] as const,
    ]
  })
}

/** Reports redirections that lead back to themselves: readers get 404. */
export function redirectionLoops({ documentation = {} }: ApiDefinition): Found {
  const rules = rulesOf(documentation)
  return rules.flatMap(({ from, to, i }): Found => {
    const seen = new Set([keyOf(from)])
    for (let next = linkedPath([], to); next; ) {
      const key = keyOf(next)
      if (seen.has(key))
        return [
          [
            `${REDIRECTIONS}/${i}/to`,
            `The redirection from ${shown(key)} is part of a loop, and readers get 404: remove one of its redirections`,
          ],
        ]
      seen.add(key)
      const rule = rules.find((one) => keyOf(one.from) === key)
      next = rule && linkedPath([], rule.to)
    }
    return []
  })
}

/** Reports resources and redirections that nobody can reach, because something else has their path. */
export function shadowedPaths({ documentation = {} }: ApiDefinition): Found {
  const { resources = [], redirections = [] } = documentation
  const known = new Map<string, string>()
  const rules = new Map<string, string>()
  const ofRules = redirections.flatMap(({ from }, i): Found => {
    const path = from === undefined ? undefined : linkedPath([], from)
    if (!path) return []
    const pointer = `${REDIRECTIONS}/${i}`
    const key = keyOf(path)
    const reason = path.length > 0 && portalNames.has(path[0] as string) ? 'a page of the portal' : rules.get(key)
    if (!rules.has(key)) rules.set(key, `the redirection ${i}`)
    return reason === undefined
      ? []
      : [[`${pointer}/from`, `The path ${shown(key)} is that of ${reason}: the redirection has no effect`]]
  })
  const ofResources = resources.flatMap(({ path: given }, i): Found => {
    const isGiven = given !== undefined && given.length > 0
    const path = pagePath(given)
    const pointer = `${RESOURCES}/${i}/path`
    if (!path)
      return isGiven
        ? [
            [
              pointer,
              'The path is no address, so nobody can open the resource: remove dots, backslashes and control characters',
            ],
          ]
        : []
    const key = keyOf(path)
    const reason = portalNames.has(path[0] as string) ? 'a page of the portal' : (rules.get(key) ?? known.get(key))
    if (!known.has(key)) known.set(key, `the resource ${i}`)
    return reason === undefined
      ? []
      : [[pointer, `The path ${shown(key)} is that of ${reason}, so the resource is not shown: choose another path`]]
  })
  return [...ofResources, ...ofRules]
}

const RESOURCES = '/documentation/resources'
const REDIRECTIONS = '/documentation/redirections'

const keyOf = (path: Path): string => `/${path.join('/')}`
const shown = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text)

function rulesOf({ redirections = [] }: Documentation) {
  return redirections.flatMap(({ from, to = '' }, i) => {
    const path = from === undefined ? undefined : linkedPath([], from)
    return path && to !== '' ? [{ from: path, to, i }] : []
  })
}

/** The paths of resources and redirections. */
const pagesOf = (documentation: Documentation): ReadonlySet<string> =>
  new Set([
    ...(documentation.resources ?? []).flatMap(({ path }) => {
      const own = pagePath(path)
      return own ? [keyOf(own)] : []
    }),
    ...rulesOf(documentation).map(({ from }) => keyOf(from)),
  ])

function isPage(pages: ReadonlySet<string>, path: Path): boolean {
  const [first, ...rest] = path
  if (first === undefined) return true
  if (first === 'documentation') return rest.length === 0 || isPage(pages, rest)
  if (portalNames.has(first)) return true
  const key = keyOf(path)
  return pages.has(key) || (key.endsWith('.md') && pages.has(key.slice(0, -3)))
}

interface Link {
  readonly pointer: string
  /** The path of the page that has the link. */
  readonly from: Path
  readonly link: string
}

/** The most links of a text that are looked at. */
const MOST_LINKS = 5000

function linksIn(documentation: Documentation): readonly Link[] {
  const { home, banner, footer, resources = [], references = [], navigation = [], redirections = [] } = documentation
  const inText = (pointer: string, resource: typeof home, from: Path): readonly Link[] => {
    const { text_content: text, content_type: type = 'text/markdown' } = resource ?? {}
    if (text === undefined || !/^\s*text\/markdown\s*(;|$)/i.test(type)) return []
    return linksOf(text).map((link) => ({ pointer: `${pointer}/text_content`, from, link }))
  }
  return [
    ...inText('/documentation/home', home, []),
    ...inText('/documentation/banner', banner, []),
    ...inText('/documentation/footer', footer, []),
    ...resources.flatMap((one, i) => inText(`${RESOURCES}/${i}`, one, pagePath(one.path) ?? [])),
    ...references.flatMap(({ link }, i) =>
      link ? [{ pointer: `/documentation/references/${i}/link`, from: [], link }] : [],
    ),
    ...navigation.flatMap((one, i) => inNavigation(one, `/documentation/navigation/${i}`, 0)),
    ...redirections.flatMap(({ to }, i) =>
      to && !ELSEWHERE.test(to.trim()) ? [{ pointer: `${REDIRECTIONS}/${i}/to`, from: [], link: to }] : [],
    ),
  ]
}

/** The links of an entry of the sidebar, and of those below it. */
function inNavigation(entry: unknown, pointer: string, depth: number): readonly Link[] {
  if (!isObject(entry) || depth > 2) return []
  const { link } = entry
  const own = typeof link === 'string' && link !== '' ? [{ pointer: `${pointer}/link`, from: [], link }] : []
  return [
    ...own,
    ...['items', 'links'].flatMap((name) => {
      const below = entry[name]
      return Array.isArray(below)
        ? below.flatMap((one, i) => inNavigation(one, `${pointer}/${name}/${i}`, depth + 1))
        : []
    }),
  ]
}

/** The addresses of the links and pictures of Markdown, each once; code has none. In time proportional to the text. */
function linksOf(text: string): readonly string[] {
  const found = new Set<string>()
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
      continue
    }
    if (mark !== undefined) {
      fence = mark
      continue
    }
    if (/^( {4}|\t)/.test(line)) continue
    const plain = line.replace(/`[^`]*`/g, '')
    for (const [, link = ''] of plain.matchAll(/\]\( ?<?([^\s<>()]+)/g)) found.add(link)
    const [, defined] = /^ {0,3}\[[^\]^][^\]]*\]: {0,3}<?([^\s<>]+)/.exec(plain) ?? []
    if (defined !== undefined) found.add(defined)
    if (found.size >= MOST_LINKS) break
  }
  return [...found]
}
