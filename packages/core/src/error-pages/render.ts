import { prefersJson } from './accept.ts'
import { builtInPage } from './built-in.ts'
import { causeOf } from './causes.ts'
import type { ErrorTemplate } from './error-template.ts'
import { escapeHtml, fill } from './parts.ts'
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
