import { createErrorPages, type ErrorPages } from './create-error-pages.ts'
import type { ErrorTemplate } from './error-template.ts'
import type { ErrorPage, GatewayError } from './gateway-error.ts'

/**
 * Returns the ids of the templates that apply to a request, most specific first; use the first that exists. A draft
 * route also uses the template of its live route.
 *
 * @example
 * errorTemplateIds({ route: 'shop:orders', api: 'shop' }) // ['shop:orders', 'shop', 'global']
 */
export function errorTemplateIds({ route, api }: { route?: string | undefined; api?: string | undefined }): string[] {
  const production = route?.startsWith('testing_') ? route.slice('testing_'.length) : undefined
  return [route, production, api, 'global'].filter((id) => id !== undefined)
}

/**
 * Renders the response to an error: the page of the template, a built-in page, or JSON for clients that prefer it
 * (RFC 9457 for clients that name `application/problem+json`). All values in a page are escaped; use placeholders only
 * in text and quoted attributes. Pages have a `Content-Security-Policy` unless the template has one in a `meta`
 * element.
 *
 * @example
 * const { status, headers, body } = renderError({ cause: 'errors.quota.exceeded', errorId: 'e1', accept: 'text/html' })
 * const response = new Response(body, { status, headers })
 */
export function renderError(error: GatewayError, template?: ErrorTemplate): ErrorPage {
  if (!template) {
    builtInPages ??= createErrorPages()
    return builtInPages(error)
  }
  const pages = pagesOf.get(template) ?? createErrorPages(template)
  pagesOf.set(template, pages)
  return pages(error)
}

let builtInPages: ErrorPages | undefined
const pagesOf = new WeakMap<ErrorTemplate, ErrorPages>()
