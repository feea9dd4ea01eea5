import type { Answer } from '../pages/page.ts'
import { script } from '../pages/script.ts'
import type { Sendable } from './kept-answers.ts'
import { policyOfFiles, policyOfPages } from './policies.ts'

/** What a page is sent as. */
export type Format = 'html' | 'markdown'

/** What everybody may read, and must ask for again: pages change with publications. */
const shared = {
  'Cache-Control': 'public, no-cache',
  Vary: 'Cookie, Accept',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const

/**
 * What only its visitor may read: it has their name. Its form to sign out needs a referrer, or browsers would send it without its
 * origin.
 */
const own = { ...shared, 'Cache-Control': 'private, no-cache', 'Referrer-Policy': 'same-origin' } as const

/** Writes an answer as a response with its policy and its entity tag. `isOwn` tells whether it is for its visitor alone. */
export async function toSendable(answer: Answer, format: Format, isOwn = false): Promise<Sendable> {
  const common = isOwn ? own : shared
  if (answer.kind === 'redirect')
    return { status: answer.status, headers: { ...common, Location: answer.location }, body: null }
  const { status, type, body, policy, saveAs } = await contentOf(answer, format)
  return {
    status,
    headers: {
      ...common,
      'Content-Type': type,
      'Content-Security-Policy': policy,
      ETag: `"${(await sha256(body)).slice(0, 12).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')}"`,
      ...(saveAs !== undefined && { 'Content-Disposition': `attachment; filename*=UTF-8''${rfc8187(saveAs)}` }),
    },
    body,
  }
}

async function contentOf(answer: Exclude<Answer, { kind: 'redirect' }>, format: Format) {
  if (answer.kind === 'file') return { ...answer, status: 200, policy: policyOfFiles(answer.type) }
  const { status, html, markdown } = answer
  const isHtml = format === 'html'
  const type = isHtml ? 'text/html; charset=utf-8' : 'text/markdown; charset=utf-8'
  const policy = isHtml ? await pagePolicy() : policyOfFiles(type)
  return { status, type, body: isHtml ? html : markdown, policy, saveAs: undefined }
}

let known: Promise<string> | undefined

/** The policy of our pages, with the hash of their script. */
export function pagePolicy(): Promise<string> {
  known ??= sha256(script).then((bytes) => policyOfPages(btoa(String.fromCharCode(...bytes))))
  return known
}

const sha256 = async (body: string | Uint8Array<ArrayBuffer>): Promise<readonly number[]> => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
}

/** A file name in a header (RFC 8187). */
const rfc8187 = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
