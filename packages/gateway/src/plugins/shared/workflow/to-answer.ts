import { isObject } from '@signalbox/core/gateway'
import { getHeader } from '../../../headers/header-list.ts'
import type { Answer } from '../../../plugin-api/hooks.ts'
import { resultHeaders } from './result-headers.ts'

/**
 * The response of a result: `{ status, headers, body }` with a status from 200 to 599, or any other value as JSON with the
 * status 200. A body that is a text is sent as it is, others as JSON. Throws for invalid statuses and headers.
 */
export function toAnswer(result: unknown): Answer {
  if (!isEnvelope(result)) return { status: 200, headers: JSON_HEADERS, body: json(result) }
  const { status, headers: sent, body } = result
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`Its result has the status ${status}: expected a whole number from 200 to 599`)
  const headers = resultHeaders(sent)
  if (body === undefined || body === null || bodiless.has(status)) return { status, headers }
  const isText = typeof body === 'string'
  if (getHeader(headers, 'content-type') === undefined) headers.push(...(isText ? TEXT_HEADERS : JSON_HEADERS))
  return { status, headers, body: isText ? body : json(body) }
}

interface Envelope {
  readonly status: number
  readonly headers?: unknown
  readonly body?: unknown
}

/** Whether a result describes a response: it has a status that is a number, and no other members than these. */
const isEnvelope = (result: unknown): result is Envelope =>
  isObject(result) && typeof result.status === 'number' && Object.keys(result).every((name) => members.has(name))

const members = new Set(['status', 'headers', 'body'])
/** Statuses without a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const bodiless = new Set([204, 205, 304])

const JSON_HEADERS = ['Content-Type', 'application/json']
const TEXT_HEADERS = ['Content-Type', 'text/plain; charset=utf-8']

const json = (value: unknown): string => JSON.stringify(value) ?? 'null'
