import { answer, type PageRequest } from './answer.ts'
import { escaped } from './html.ts'
import { stylesheet } from './style.ts'

/**
 * Renders a page as one document that loads nothing: for a preview in a sandboxed frame. The style and the pictures are in it,
 * links do nothing, and there is no script. A path with a picture or a text gets a page that shows it. Pure.
 *
 * @example
 * const site = { title: 'Developers', apis: [toSiteApi(draft)] }
 * frame.srcdoc = renderPreview({ site, visitor: { now: Date.now() }, path: 'billing/guide/' })
 */
export function renderPreview(request: Pick<PageRequest, 'site' | 'visitor' | 'path'>): string {
  const { site, path } = request
  const found = answer(request)
  const style = `<style>${stylesheet(site.theme).text.replace(/@font-face\{[^}]*\}/g, '')}</style>`
  if (found.kind === 'redirect')
    return alone(style, `<p>This address leads to <code>${escaped(found.location)}</code></p>`)
  if (found.kind === 'file') return alone(style, shownFile(found))
  return found.html
    .replace(/<script>[\s\S]*?<\/script>/g, '')
    .replace(/<link [^>]*>/g, '')
    .replace('</head>', () => `${style}<base target="_blank"></head>`)
    .replace(/ src="([^"]*)"/g, (_, address: string) => sourceIn(request, path, address))
}

type File = Extract<ReturnType<typeof answer>, { kind: 'file' }>

const alone = (style: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${style}</head><body><main>${body}</main></body></html>`

function shownFile(file: File): string {
  if (file.type.startsWith('image/')) return `<img src="${dataOf(file)}" alt="">`
  return typeof file.body === 'string' && file.saveAs === undefined
    ? `<pre>${escaped(file.body)}</pre>`
    : '<p>Readers download this file.</p>'
}

/** What stands in place of the address of a picture, or of a framed page; nothing for what the frame must not load. */
function sourceIn(request: Pick<PageRequest, 'site' | 'visitor'>, path: string, address: string): string {
  const { pathname, search } = new URL(
    address.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
    `http://portal.invalid/${path}`,
  )
  const file = answer({ ...request, path: pathname.slice(1), query: Object.fromEntries(new URLSearchParams(search)) })
  if (file.kind !== 'file') return ''
  if (file.type.startsWith('image/')) return ` src="${dataOf(file)}"`
  return typeof file.body === 'string' && file.type.startsWith('text/html') ? ` srcdoc="${escaped(file.body)}"` : ''
}

function dataOf({ type, body }: File): string {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return `data:${type};base64,${btoa(text)}`
}

/** So many arguments a call may have in every engine. */
const CHUNK = 8192
