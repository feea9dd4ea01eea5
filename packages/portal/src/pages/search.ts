import { shapeOf, textOf } from './content.ts'
import { searchForm } from './frame.ts'
import { type Html, html } from './html.ts'
import { wordsOf } from './markdown.ts'
import type { Page } from './page.ts'
import { type ApiPlace, linkToApi, type Place, pagesOf, titleOf } from './place.ts'
import { referenceOf } from './reference/reference.ts'
import { plansToChoose, type SiteApi } from './site.ts'
import { factsOf, inLine } from './words.ts'

/** A page that was found. */
export interface Result {
  /** The id of the API. */
  readonly api: string
  /** The address of the page, relative to where was searched. */
  readonly path: string
  readonly title: string
  /** The words around the first that was found. */
  readonly excerpt: string
}

/** The most results of a search. */
const MOST = 50
/** The longest query, in characters. */
const LONGEST = 200

/** The words of a query; `undefined` if it is empty or too long. */
export function queryOf(given: string | undefined): string | undefined {
  const query = given?.trim() ?? ''
  return query === '' || query.length > LONGEST ? undefined : query
}

/** Finds the pages of APIs with all words of a query, the best first. The last word may be the beginning of one. */
export function search(place: Place, apis: readonly SiteApi[], query: string): readonly Result[] {
  const words = [...new Set(wordsIn(query))]
  if (words.length === 0) return []
  return apis
    .filter(({ documentation }) => documentation.search?.enabled !== false)
    .flatMap((api) => found(indexOf(api), words).map((one) => ({ api, ...one })))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ api, page }) => ({
      api: api.id,
      path: `${linkToApi(place, api, page.path)}${page.anchor === undefined ? '' : `#${page.anchor}`}`,
      title: page.title,
      excerpt: excerptOf(page.text, words),
    }))
}

/** The page with the results of a search. */
export function searchPage(place: ApiPlace, given: string | undefined): Page {
  const query = queryOf(given)
  const results = query === undefined ? [] : search(place, [place.api], query)
  return {
    status: 200,
    title: 'Search',
    body: html`<h1>Search</h1>${searchForm(place, { query, label: 'Search again' })}${query === undefined ? allPages(place) : resultList(results)}`,
    markdown: [
      '# Search',
      ...results.map(({ path, title, excerpt }) => `- [${inLine(title)}](${path}): ${inLine(excerpt)}`),
    ].join('\n\n'),
  }
}

/** All pages of an API, for readers who have not searched yet. */
function allPages(place: ApiPlace): Html | undefined {
  const all = pagesOf(place.api)
  if (all.length === 0) return undefined
  return html`<ul>${all.map(
    ({ resource, path }) => html`<li><a href="${linkToApi(place, place.api, path)}">${titleOf(resource)}</a></li>`,
  )}</ul>`
}

/** The results of a search in HTML. */
export const resultList = (results: readonly Result[]): Html =>
  results.length === 0
    ? html`<p>No pages match your search.</p>`
    : html`<ol class="cards">${results.map(
        ({ path, title, excerpt }) => html`<li><h2><a href="${path}">${title}</a></h2><p>${excerpt}</p></li>`,
      )}</ol>`

interface Indexed {
  readonly path: readonly string[]
  /** The id of a heading of the page. */
  readonly anchor?: string
  readonly title: string
  readonly text: string
}

interface Index {
  readonly pages: readonly Indexed[]
  /** The pages of each word, with how much they are about it. */
  readonly words: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** The words, sorted: those with one beginning stand together. */
  readonly sorted: readonly string[]
}

/** The most characters of a page, and of all pages of an API, that are indexed besides the titles. */
const [OF_PAGE, OF_API] = [100_000, 2_000_000]

/** Each API is indexed when it is searched for the first time. */
const indexes = new WeakMap<SiteApi, Index>()

function indexOf(api: SiteApi): Index {
  const known = indexes.get(api)
  if (known) return known
  const pages = pagesIn(api)
  const words = new Map<string, Map<number, number>>()
  const note = (text: string, page: number, weight: number) => {
    for (const word of wordsIn(text)) {
      const of = words.get(word) ?? new Map<number, number>()
      of.set(page, (of.get(page) ?? 0) + weight)
      words.set(word, of)
    }
  }
  pages.forEach(({ title, text }, i) => {
    note(title, i, 20)
    note(text, i, 1)
  })
  const index = { pages, words, sorted: [...words.keys()].sort() }
  indexes.set(api, index)
  return index
}

/** The pages of an API with their words. */
function pagesIn(api: SiteApi): readonly Indexed[] {
  const { home } = api.documentation
  const plans = plansToChoose(api)
  let room = OF_API
  const ofPlans = plans.map((plan) =>
    [
      plan.name || plan.id,
      wordsOf((plan.description ?? '').slice(0, OF_PAGE)),
      ...factsOf(plan, 'en').map(([, value]) => value),
    ].join(' '),
  )
  return [
    {
      path: [],
      title: home?.title || api.name,
      text: `${wordsOf(api.description.slice(0, OF_PAGE))} ${home ? plainText(home) : ''}`,
    },
    ...(plans.length > 0 ? [{ path: ['plans'], title: 'Plans', text: ofPlans.join(' ') }] : []),
    ...pagesOf(api).map(({ resource, path }) => {
      const text = room > 0 ? `${wordsOf((resource.description ?? '').slice(0, OF_PAGE))} ${plainText(resource)}` : ''
      room -= text.length
      return { path, title: titleOf(resource), text }
    }),
    ...operations(api),
  ]
}

/** The operations of the reference. */
function operations({ openapi }: SiteApi): readonly Indexed[] {
  if (!openapi) return []
  return [...referenceOf(openapi).pageOf].map(([operation, { path, title }]) => {
    const { anchor, method, description } = operation
    const text = `${method} ${operation.path} ${wordsOf(description.slice(0, 5000))} ${title}`
    return { path, anchor, title: operation.title, text }
  })
}

function plainText(resource: Parameters<typeof textOf>[0]): string {
  const shape = shapeOf(resource)
  const text = (shape === 'markdown' || shape === 'html' ? (textOf(resource) ?? '') : '').slice(0, OF_PAGE)
  if (shape === 'markdown') return wordsOf(text)
  return shape === 'html' ? text.replace(/<[^<>]*>/g, ' ') : ''
}

function found({ pages, words, sorted }: Index, asked: readonly string[]) {
  const last = asked.at(-1) ?? ''
  const matches = asked.map((word) => (word === last ? startingWith(sorted, word) : [word]))
  const scores = matches.map((some) => {
    const score = new Map<number, number>()
    for (const word of some)
      for (const [page, weight] of words.get(word) ?? []) score.set(page, (score.get(page) ?? 0) + weight)
    return score
  })
  return pages.flatMap((page, i) => {
    const each = scores.map((score) => score.get(i) ?? 0)
    return each.every((one) => one > 0) ? [{ page, score: each.reduce((sum, one) => sum + one) }] : []
  })
}

/** The words with a beginning, in a sorted list. */
function startingWith(sorted: readonly string[], beginning: string): readonly string[] {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '') < beginning) from = middle + 1
    else to = middle
  }
  const result: string[] = []
  for (let i = from; sorted[i]?.startsWith(beginning); i++) result.push(sorted[i] as string)
  return result
}

/** About as many characters stand before and after the first word that was found. */
const AROUND = 80

function excerptOf(text: string, words: readonly string[]): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const folded = plain.toLowerCase()
  const at = Math.max(
    0,
    Math.min(...words.map((word) => (folded.includes(word) ? folded.indexOf(word) : plain.length))),
  )
  const start = at >= plain.length ? 0 : Math.max(0, at - AROUND)
  const end = start + 2 * AROUND
  return `${start > 0 ? '…' : ''}${plain.slice(start, end).toWellFormed()}${end < plain.length ? '…' : ''}`
}

/** The words of a text, without case and accents. */
const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? []
