import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** The most that a form with an error page may have, in bytes. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * The policy of a preview. The frame has no origin, runs no scripts and loads nothing; styles in the page itself apply, as
 * they do for consumers of the gateway.
 */
const policy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

/** Rejects forms that are larger than allowed (413). */
export const previewLimit: MiddlewareHandler = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => plain(413, 'The page is too large for a preview: at most 4 MiB'),
})

/**
 * Answers the error page that a form of the dashboard posts as `html`, for a frame with a policy of its own: a frame with
 * the page as `srcdoc` would inherit the policy of the dashboard, and show no styles. Only pages of this origin may ask.
 */
export async function preview(c: Context): Promise<Response> {
  if (!isSameOrigin(c)) return plain(403, 'A preview is only for the dashboard of this origin')
  if (!/^application\/x-www-form-urlencoded\b/.test(c.req.header('Content-Type') ?? ''))
    return plain(415, 'A preview needs a form: application/x-www-form-urlencoded')
  const html = new URLSearchParams(await c.req.text()).get('html') ?? ''
  return new Response(html, { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } })
}

const headers = {
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const plain = (status: number, text: string): Response =>
  new Response(text, { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } })

/**
 * Whether a page of this origin sent the request. Browsers say so with `Sec-Fetch-Site`, except over plain http, where the
 * host of `Origin` tells.
 */
function isSameOrigin(c: Context): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  const origin = c.req.header('Origin') ?? ''
  if (site !== undefined) return site === 'same-origin'
  return URL.canParse(origin) && new URL(origin).host === (c.req.header('Host') ?? new URL(c.req.url).host)
}
