import { contentOf, shapeOf, textOf, typeOf } from './content.ts'
import { type Html, html } from './html.ts'
import { beginsWithTitle, renderMarkdown } from './markdown.ts'
import type { Answer, Page } from './page.ts'
import { type ApiPlace, linkToApi, titleOf } from './place.ts'
import type { Resource } from './site.ts'
import { inLine } from './words.ts'

/** The page of a resource. */
export function resourcePage(place: ApiPlace, resource: Resource): Page {
  const { body, markdown } = shownResource(place, resource)
  return {
    status: 200,
    title: titleOf(resource),
    body,
    markdown,
    ...(resource.site_page === true && { isAlone: true }),
  }
}

/** The content of a resource, for a page and in Markdown. */
export function shownResource(place: ApiPlace, resource: Resource): { readonly body: Html; readonly markdown: string } {
  const title = titleOf(resource)
  const shape = shapeOf(resource)
  const content = contentOf(resource)
  const heading = html`<h1>${title}</h1>${resource.description && html`<p>${resource.description}</p>`}`
  const lines = (...more: readonly string[]) =>
    [`# ${inLine(title)}`, ...(resource.description ? [inLine(resource.description)] : []), ...more].join('\n\n')
  if (content.kind === 'none')
    return { body: html`${heading}<p class="notice">${content.why}</p>`, markdown: lines(content.why) }
  const text = textOf(resource)
  if (shape === 'reference') {
    const isHome = resource === place.api.documentation.home && place.api.openapi !== undefined
    const [to, label] = isHome
      ? [linkToApi(place, place.api, ['reference']), 'Reference']
      : ['./?raw', 'OpenAPI document']
    return { body: html`${heading}<p><a href="${to}">${label}</a></p>`, markdown: lines(`[${label}](${to})`) }
  }
  if (shape === 'markdown' && text !== undefined) {
    const isWhole = beginsWithTitle(text)
    const rendered = renderMarkdown(text, place)
    return {
      body: isWhole ? rendered : html`<h1>${title}</h1>${rendered}`,
      markdown: isWhole ? text : `# ${inLine(title)}\n\n${text}`,
    }
  }
  if (shape === 'html')
    return {
      body: html`${heading}<iframe sandbox="" src="?raw" title="${title}"></iframe><p><a href="?raw">Open without the frame</a></p>`,
      markdown: lines('[The page in HTML](./?raw)'),
    }
  return { body: html`${heading}<p><a href="?raw">Download</a></p>`, markdown: lines('[The file](./?raw)') }
}

/** The content of a resource as a file; `undefined` if it has none. */
export function fileOf(resource: Resource): Extract<Answer, { kind: 'file' }> | undefined {
  const content = contentOf(resource)
  if (content.kind === 'none') return undefined
  const type = typeOf(resource)
  const known = shownTypes[type]
  const body = content.kind === 'bytes' ? content.bytes : (textOf(resource) ?? '')
  if (known !== undefined) return { kind: 'file', type: known, body, isOfAuthor: true }
  return {
    kind: 'file',
    type: 'application/octet-stream',
    body,
    isOfAuthor: true,
    saveAs: resource.path?.at(-1) ?? 'file',
  }
}

const text = (type: string): string => `${type}; charset=utf-8`

/** The types of files that browsers may show, each as it is sent. Everything else is saved. */
const shownTypes: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
  'image/svg+xml': 'image/svg+xml',
  'image/x-icon': 'image/x-icon',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'application/pdf': 'application/pdf',
  'application/json': 'application/json',
  'application/yaml': text('text/plain'),
  'application/x-yaml': text('text/plain'),
  'text/yaml': text('text/plain'),
  'text/plain': text('text/plain'),
  'text/csv': text('text/csv'),
  'text/markdown': text('text/markdown'),
  'text/html': text('text/html'),
} satisfies Record<string, string>)
