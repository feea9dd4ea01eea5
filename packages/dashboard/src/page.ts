import { type DashboardOptions, originOf } from './dashboard-options.ts'
import { loadFiles } from './load-files.ts'
import { policyFor } from './policy.ts'

/**
 * Returns the page at a depth: 0 for `/` and `/features`, 1 for `/features/a`. Its `<base>` is relative, so that neither
 * the host nor a proxy in front has to tell the address under which users see the dashboard.
 */
export function pageFor(options: DashboardOptions): (depth: number, ifNoneMatch?: string) => Promise<Response> {
  const { api = '.' } = options
  const headers = {
    'Content-Security-Policy': policyFor(originOf(api)),
    'Cache-Control': 'no-cache',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  }
  return async (depth, ifNoneMatch = '') => {
    const { template } = await loadFiles()
    const text = fill(template, options, depth)
    const etag = await tagOf(text)
    const isKnown = ifNoneMatch.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')))
    if (isKnown) return new Response(null, { status: 304, headers: { ...headers, ETag: etag } })
    return new Response(text, { headers: { ...headers, ETag: etag, 'Content-Type': 'text/html; charset=utf-8' } })
  }
}

/** Writes what depends on the request and the options into the page: `<!--head-->` and `<!--body-->` mark the places. */
function fill(template: string, options: DashboardOptions, depth: number): string {
  const { api = '.', title = 'Signalbox' } = options
  const head = [
    `<base href="${depth === 0 ? './' : '../'.repeat(depth)}">`,
    `<title>${escaped(title)}</title>`,
    `<meta name="signalbox" content="${escaped(JSON.stringify(options))}">`,
  ]
  const description = `${api.replace(/\/$/, '')}/apis/openapi.json`
  const body = `<noscript><p>The dashboard needs JavaScript. Allow it for this page, or use the <a href="${escaped(description)}">API</a>, which works without it.</p></noscript>`
  return template.replace('<!--head-->', () => head.join('\n')).replace('<!--body-->', () => body)
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

async function tagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `"${[...digest.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}
