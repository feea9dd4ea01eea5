import { builtInPage } from './built-in-page.ts'
import { keyOf } from './cause-synonyms.ts'
import { causeOf } from './causes.ts'
import { contentPolicy, hasPolicy } from './content-policy.ts'
import type { ErrorTemplate } from './error-template.ts'
import type { ErrorPage, GatewayError } from './gateway-error.ts'
import { type Kind, kindOf } from './kind.ts'
import { escapeHtml, fill, type Parts, toParts } from './parts.ts'
import { escapeJson, jsonTemplate, problemTemplate, withMember } from './problem.ts'
import { type ErrorCase, selectorOf } from './select.ts'

/** Renders errors with one template. */
export type ErrorPages = (error: GatewayError) => ErrorPage

/** How many cases of a template are kept, and how long the ids of their causes may be. */
const MOST_KEPT = 500
const LONGEST_KEPT = 200

/**
 * Creates a `renderError` for one template, or for the built-in pages. Everything that does not differ between two errors
 * of the same status, cause and form is prepared once.
 *
 * @example
 * const render = createErrorPages({ serviceId: 'shop', template40x: '<h1>${message}</h1>' })
 * const { status, headers, body } = render({ cause: 'errors.quota.exceeded', errorId: 'e1' })
 */
export function createErrorPages(template?: ErrorTemplate): ErrorPages {
  const kept = new Map<string, Prepared[]>()
  let count = 0

  function prepared(cause: string, status: number, kind: Kind): Prepared {
    const known = kept.get(cause)
    if (known) for (const one of known) if (one.status === status && one.kind === kind) return one
    const made = prepare({ cause, status }, kind, template)
    if (cause.length > LONGEST_KEPT) return made
    if (++count > MOST_KEPT) {
      kept.clear()
      count = 1
    }
    kept.set(cause, [...(kept.get(cause) ?? []), made])
    return made
  }

  return (error) => {
    const { cause, status = causeOf(cause)?.status ?? 500 } = error
    return render(error, prepared(cause, status, kindOf(error.accept)))
  }
}

/** What all errors of one status, cause and form share. Texts are escaped for the form. */
interface Prepared {
  readonly kind: Kind
  readonly status: number
  readonly type: string
  readonly policy: string | undefined
  readonly parts: Parts
  /** Escapes a value. */
  readonly toText: (text: string) => string
  readonly statusText: string
  readonly cause: string
  /** The message of the template. Absent: that of the error. */
  readonly message: string | undefined
  /** The message of an error without one. */
  readonly raw: string
}

/** The forms: their media type, and how values are escaped. */
const kinds = {
  html: { type: 'text/html; charset=utf-8', toText: escapeHtml },
  json: { type: 'application/json', toText: escapeJson },
  problem: { type: 'application/problem+json', toText: escapeJson },
} as const satisfies Record<Kind, Pick<Prepared, 'type' | 'toText'>>

function prepare(error: ErrorCase, kind: Kind, template: ErrorTemplate | undefined): Prepared {
  const { cause, status } = error
  const { type, toText } = kinds[kind]
  const parts = kind === 'html' ? pageOf(error, template) : kind === 'json' ? json : toParts(problemTemplate(error))
  const messages = template?.messages ?? {}
  const has = (key: string) => Object.hasOwn(messages, key)
  const causeKey = keyOf(cause, has)
  const messageKey = `message-${status}`
  return {
    kind,
    status,
    type,
    policy: kind === 'html' && !hasPolicy(parts.texts) ? contentPolicy() : undefined,
    parts,
    toText,
    statusText: String(status),
    cause: toText((causeKey === undefined ? cause : messages[causeKey]) as string),
    message: has(messageKey) ? toText(messages[messageKey] as string) : undefined,
    raw: toText(causeOf(cause)?.message ?? cause),
  }
}

function render(error: GatewayError, prepared: Prepared): ErrorPage {
  const { errorId: id, message, method, violated, fieldErrors } = error
  const { kind, status, type, policy, parts, toText, cause, statusText } = prepared
  const errorId = inHeader(id)
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Gateway-Error': 'true',
    'Gateway-Error-Id': errorId,
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  }
  if (policy !== undefined) headers['Content-Security-Policy'] = policy
  if (method === 'HEAD') return { status, headers, body: '' }
  const raw = message === undefined ? prepared.raw : toText(message)
  const values = {
    message: prepared.message ?? raw,
    cause,
    otoroshiMessage: raw,
    errorId: toText(errorId),
    status: statusText,
  }
  let body = fill(parts, values)
  if (kind === 'problem' && violated) body = withMember(body, 'violated-policies', violated)
  if (kind !== 'html' && fieldErrors) body = withMember(body, 'fieldErrors', fieldErrors)
  return { status, headers, body }
}

/** Removes characters other than visible ASCII, which a header cannot carry. */
const inHeader = (id: string): string => (/[^\x21-\x7e]/.test(id) ? id.replace(/[^\x21-\x7e]/g, '') : id)

const json = toParts(jsonTemplate)

const pageOf = (error: ErrorCase, template: ErrorTemplate | undefined): Parts =>
  (template && selectorOf(template)(error)?.parts) ?? builtInPage(error)
