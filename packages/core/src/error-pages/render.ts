import { prefersJson } from './accept.ts'
import { builtInPage } from './built-in.ts'
import { causeOf } from './causes.ts'
import type { ErrorTemplate } from './error-template.ts'
import { escapeHtml, fill } from './parts.ts'
import { selectorOf } from './select.ts'

/** What a gateway has to tell a client. */
export interface GatewayError {
  /** HTTP status. @default that of the cause, else 500 */
  readonly status?: number | undefined
  /** The id of the cause: one of `causes`, or one of the host's own. */
  readonly cause: string
  /** What happened, in the gateway's words. @default those of the cause */
  readonly message?: string | undefined
  /** Unique for this occurrence: what a client quotes and an operator looks for. */
  readonly errorId: string
  /** The `Accept` header of the request. */
  readonly accept?: string | null | undefined
}

/** An answer, ready to be sent. */
export interface ErrorPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The ids under which the template of a request may be, the closest first: take the first that there is (decisions 9.1). */
export function errorTemplateIds({ route, api }: { route?: string | undefined; api?: string | undefined }): string[] {
  const production = route?.startsWith('testing_') ? route.slice('testing_'.length) : undefined
  return [route, production, api, 'global'].filter((id) => id !== undefined)
}

/**
 * What a gateway answers for an error: the page of the template, or a built-in one, or JSON for a client that prefers it
 * (decisions 9.3 to 9.5). Everything put into a page is escaped; put placeholders into text and quoted attributes only.
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

/** An id as a header carries it: other characters than visible ASCII are left out. */
const inHeader = (id: string): string => (/[^\x21-\x7e]/.test(id) ? id.replace(/[^\x21-\x7e]/g, '') : id)

function textOf(template: ErrorTemplate | undefined, name: string): string | undefined {
  const { messages } = template ?? {}
  return messages && Object.hasOwn(messages, name) ? messages[name] : undefined
}
