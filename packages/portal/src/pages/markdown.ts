import MarkdownIt, { type Token } from 'markdown-it'
import { escaped, type Html, rendered } from './html.ts'
import { isLink, ownPath, resolveLink } from './links.ts'
import { type ApiPlace, findResource, isPicture } from './place.ts'

/** What a rendering knows of the page it is for. */
interface Env {
  readonly place: ApiPlace
  /** How often the headings so far had an id, by the id without its number. */
  readonly ids: Map<string, number>
}

/** HTML in Markdown stays text, links have a few schemes, and quotes in lists in quotes end at a depth of 20. */
const md = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 })
md.validateLink = isLink

/** The longest paragraph whose marks are read, in characters. A longer one is plain text: nobody wrote it by hand. */
const LONGEST_PARAGRAPH = 32_768

md.core.ruler.at('inline', ({ tokens, env, md: parser }) => {
  for (const token of tokens) {
    if (token.type !== 'inline') continue
    token.children = []
    if (token.content.length > LONGEST_PARAGRAPH) token.children.push(plain(token))
    else parser.inline.parse(token.content, parser, env, token.children)
  }
})

md.core.ruler.push('portal', ({ tokens, env }) => {
  const { place, ids } = env as unknown as Env
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', idOf(tokens[i + 1]?.content ?? '', ids))
    if (token.type === 'th_open' || token.type === 'td_open') classInsteadOfStyle(token)
    if (token.children) token.children = token.children.flatMap((child) => placed(child, place))
    closeTexts(token.children ?? [])
  }
})

/** The most lines of Markdown that are read. What follows is shown as it is written. */
const MOST_LINES = 20_000

/** Renders Markdown of an author for a page of an API. */
export function renderMarkdown(text: string, place: ApiPlace): Html {
  const [read, rest] = divided(text.toWellFormed())
  const blocks = md.render(read, { place, ids: new Map<string, number>() } satisfies Env)
  return rendered(rest.trim() === '' ? blocks : `${blocks}<pre>${escaped(rest)}</pre>\n`)
}

/** A text in two: the lines that are read, and the others. */
function divided(text: string): readonly [string, string] {
  let end = -1
  for (let i = 0; i < MOST_LINES; i++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return [text, '']
  }
  return [text.slice(0, end + 1), text.slice(end + 1)]
}

/** The words of Markdown, without its marks. */
export function wordsOf(text: string): string {
  const blocks = md.parse(text, { place: NOWHERE, ids: new Map<string, number>() })
  return blocks
    .map(({ children, content }) => children?.map((one) => one.content).join(' ') ?? content)
    .filter((one) => one !== '')
    .join(' ')
}

/** The first heading of the first level; `undefined` if the text begins otherwise. */
export const beginsWithTitle = (text: string): boolean => /^\s{0,3}(#\s|[^\n]+\n=+\s*(\n|$))/.test(text.trimStart())

/** Leads a link or a picture where it may lead. A picture of another site becomes a link, so that nobody tracks readers. */
function placed(token: Token, place: ApiPlace): Token[] {
  if (token.type === 'link_open') {
    const link = resolveLink(place, attribute(token, 'href'))
    if (!link) return [asText(token)]
    token.attrSet('href', link.href)
    if (link.isElsewhere) token.attrSet('rel', 'noopener noreferrer')
  }
  if (token.type !== 'image') return [token]
  const src = attribute(token, 'src')
  const link = resolveLink(place, src)
  if (!link) return [word(token, token.content)]
  const path = ownPath(place, src)
  const picture = path && findResource(place.api, path)
  if (picture && isPicture(picture)) {
    token.attrSet('src', link.href)
    token.attrSet('loading', 'lazy')
    return [token]
  }
  const open = named(token, 'link_open', 'a', 1)
  open.attrSet('href', link.href)
  if (link.isElsewhere) open.attrSet('rel', 'noopener noreferrer')
  return [open, word(token, token.content || link.href), named(token, 'link_close', 'a', -1)]
}

/** A link that must not be one has no element; `closeTexts` removes its end. */
function asText(token: Token): Token {
  return named(token, 'portal_text', '', 1)
}

/** Removes the ends of links that became texts, since links do not nest. */
function closeTexts(children: Token[]): void {
  let isText = false
  for (const token of children) {
    if (token.type === 'portal_text') isText = true
    else if (token.type === 'link_open') isText = false
    else if (token.type === 'link_close' && isText) {
      token.type = 'portal_text'
      isText = false
    }
  }
}
md.renderer.rules.portal_text = () => ''
md.renderer.rules.portal_plain = (tokens, i) => escaped(tokens[i]?.content ?? '')

type Nesting = 1 | 0 | -1

function named(token: Token, type: string, tag: string, nesting: Nesting): Token {
  const Made = token.constructor as new (type: string, tag: string, nesting: Nesting) => Token
  return new Made(type, tag, nesting)
}

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '')

function word(token: Token, content: string): Token {
  const text = named(token, 'text', '', 0)
  text.content = content
  return text
}

/** The content of a block as text, in which no later rule looks for anything. */
function plain(block: Token): Token {
  const token = named(block, 'portal_plain', '', 0)
  token.content = block.content
  return token
}

/** The policy of pages allows no inline style, which is how the parser aligns cells. */
function classInsteadOfStyle(token: Token): void {
  const align = /^text-align:(left|center|right)$/.exec(attribute(token, 'style'))?.[1]
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
  if (align) token.attrSet('class', `to-${align}`)
}

/** The id of a heading: of its own, so that it never is that of an element of ours. */
function idOf(words: string, ids: Map<string, number>): string {
  const slug = `h-${words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)}`
  for (;;) {
    const count = (ids.get(slug) ?? 0) + 1
    ids.set(slug, count)
    const id = count === 1 ? slug : `${slug}-${count}`
    if (count === 1) return id
    if (!ids.has(id)) {
      ids.set(id, 1)
      return id
    }
  }
}

const NOWHERE: ApiPlace = {
  site: { title: '', apis: [] },
  visitor: { now: 0 },
  depth: 0,
  path: [],
  api: {
    ...{ id: '', name: '', description: '', version: '', state: 'published', groups: [], tags: [] },
    documentation: {},
  },
}
