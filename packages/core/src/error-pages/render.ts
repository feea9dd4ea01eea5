import { readAccept } from '../accept.ts'
import { CONSTRUCTION, causeOf, MAINTENANCE } from './causes.ts'
import type { ErrorTemplate } from './error-template.ts'
import { page } from './page.ts'
import type { Parts } from './parts.ts'
import { escapeHtml, fill, toParts } from './parts.ts'
import type { ErrorCase } from './select.ts'
import { selectorOf } from './select.ts'

/** An error to render for a client. */
export interface GatewayError {
  /** HTTP status. @default the status of the cause, or 500 */
  readonly status?: number | undefined
  /** The id of the cause: one of `causes`, or an id of the host's own. */
  readonly cause: string
  /** The message of the gateway. @default the message of the cause */
  readonly message?: string | undefined
  /** A unique id of this occurrence, which clients quote and operators search for. */
  readonly errorId: string
  /** The `Accept` header of the request. */
  readonly accept?: string | null | undefined
}

/** A response, ready to be sent. */
export interface ErrorPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

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
 * Renders the response to an error: the page of the template, a built-in page, or JSON for clients that prefer it. All
 * values in a page are escaped; use placeholders only in text and quoted attributes.
 *
 * @example
 * const { status, headers, body } = renderError({ cause: 'errors.quota.exceeded', errorId: 'e1', accept: 'text/html' })
 * const response = new Response(body, { status, headers })
 */
export function renderError(error: GatewayError, template?: ErrorTemplate): ErrorPage {
  const { cause, accept } = error
  const known = causeOf(cause)
  const { status = known?.status ?? 500, message: raw = known?.message ?? cause } = error
  const errorId = inHeader(error.errorId)
  const message = textOf(template, `message-${status}`) ?? raw
  const causeText = textOf(template, cause) ?? cause
  const isJson = prefersJson(accept)
  const headers = {
    'Content-Type': isJson ? 'application/json' : 'text/html; charset=utf-8',
    'Gateway-Error': 'true',
    'Gateway-Error-Id': errorId,
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  }
  if (isJson) {
    const body = JSON.stringify({
      'gateway-error-id': errorId,
      'gateway-error': message,
      'gateway-cause': causeText,
      'gateway-raw-error': raw,
    })
    return { status, headers, body }
  }
  const parts = (template && selectorOf(template)({ status, cause })) ?? builtInPage({ status, cause })
  const shown = escapeHtml(message)
  const body = fill(parts, {
    message: shown,
    cause: escapeHtml(causeText),
    otoroshiMessage: raw === message ? shown : escapeHtml(raw),
    errorId: escapeHtml(errorId),
    status: String(status),
  })
  return { status, headers, body }
}

/** Removes characters other than visible ASCII, which a header cannot carry. */
const inHeader = (id: string): string => (/[^\x21-\x7e]/.test(id) ? id.replace(/[^\x21-\x7e]/g, '') : id)

function textOf(template: ErrorTemplate | undefined, name: string): string | undefined {
  const { messages } = template ?? {}
  return messages && Object.hasOwn(messages, name) ? messages[name] : undefined
}

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json')

/**
 * Whether a client prefers JSON to HTML: its `Accept` header gives a JSON type a higher quality. Without the header it
 * does not.
 */
export function prefersJson(accept: string | null | undefined): boolean {
  if (!accept) return false
  const { types, qualityOf } = readAccept(accept)
  const html = qualityOf('text/html')
  return ['application/json', ...types.filter(isJson)].some((type) => qualityOf(type) > html)
}

const refused = toParts(page({ heading: 'The request failed', light: 'amber' }))
const failed = toParts(page({ heading: 'Something went wrong', light: 'red' }))
const maintained = toParts(page({ heading: 'Back in a while', light: 'blue' }))
const built = toParts(page({ heading: 'Coming soon', light: 'green' }))

/** The built-in page of an error, for when no template has a page. */
function builtInPage({ status, cause }: ErrorCase): Parts {
  if (cause === MAINTENANCE) return maintained
  if (cause === CONSTRUCTION) return built
  return status >= 400 && status < 500 ? refused : failed
}
