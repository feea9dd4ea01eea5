import { problem, SignalboxError } from '../../machine/errors/errors.ts'
import { fetchFailure } from '../../machine/errors/fetch-failure.ts'
import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'
import { failed } from '../runs/failure.ts'
import { readAnswer } from './answer.ts'
import { defineFunction, type FunctionScope } from './function.ts'
import type { WorkflowHost } from './host.ts'
import { maskedHeaders, maskedUrl, secretValues } from './http-secrets.ts'

/** Default timeout of a call, in milliseconds. */
const TIME_OUT = 5000
const LONGEST_TIME_OUT = 300_000

const args = object({
  url: Type.String({ maxLength: 8192, description: 'http or https, without credentials' }),
  method: Type.Optional(
    choice(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], {
      default: 'GET',
      description: 'The HTTP method',
    }),
  ),
  headers: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Headers by name' })),
  body: Type.Optional(Type.Unknown({ description: 'A text is sent unchanged, any other value as JSON' })),
  timeout: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LONGEST_TIME_OUT,
      default: TIME_OUT,
      description: 'Timeout for the whole response, in milliseconds',
    }),
  ),
  must_succeed: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether a status outside 200 to 299 is a failure, so that `retry` applies',
    }),
  ),
})

/** Functions that make HTTP calls. */
export const httpFunctions = [
  defineFunction({
    name: 'core.http_client',
    category: 'http',
    description:
      'Sends an HTTP request and returns {status, headers, body}, with a JSON body parsed. Redirects are returned, not followed. Fails with UNAVAILABLE if there is no response',
    cost: 10,
    args,
    shown: ({ url, headers, ...rest }) => ({
      url: maskedUrl(url),
      ...rest,
      ...(headers && { headers: maskedHeaders(headers) }),
    }),
    secrets: ({ url, headers = {} }) => secretValues(headers, url),
    example: {
      memory: { input: { item: 7 } },
      config: {
        kind: 'call',
        function: 'core.http_client',
        args: { url: 'https://stock.example.com/items/${input.item}', must_succeed: true },
      },
      result: { status: 200, headers: { 'content-type': 'application/json' }, body: { left: 3 } },
    },
    call: httpClient,
  }),
]

async function httpClient(
  { url: text, method = 'GET', headers = {}, body, timeout = TIME_OUT, must_succeed = false }: Static<typeof args>,
  { host: { fetch, wait, traceparent }, signal }: FunctionScope<WorkflowHost>,
) {
  if (!fetch) throw unavailable('HTTP calls are not configured: pass fetch in the option workflows, as { fetch: … }')
  const url = toUrl(text)
  const where = `${method} ${url.origin}${url.pathname}`
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw failed('arguments', `core.http_client cannot send a body with ${method}: leave it out, or use POST`, 'body')
  const sent = toHeaders(headers, body)
  if (traceparent !== undefined && !sent.has('traceparent')) sent.set('traceparent', traceparent)
  const call = new AbortController()
  const abort = () => call.abort(signal.reason)
  signal.addEventListener('abort', abort)
  const done = new AbortController()
  const late = wait(timeout, done.signal).then(() => {
    if (!done.signal.aborted) call.abort(new Error(`no response within ${timeout} ms`))
  })
  try {
    if (signal.aborted) abort()
    const request: RequestInit = { method, redirect: 'manual', headers: sent, signal: call.signal }
    const answered = fetch(url.href, body === undefined ? request : { ...request, body: toBody(body) })
    const answer = await Promise.race([answered.then(readAnswer), rejected(call.signal)])
    if (must_succeed && !(answer.status >= 200 && answer.status < 300))
      throw unavailable(`${where} responded with status ${answer.status}`, answer.status)
    return answer
  } catch (error) {
    if (error instanceof SignalboxError) throw error
    throw unavailable(
      `${where} failed: ${fetchFailure(call.signal.aborted ? call.signal.reason : error, secretValues(headers, text))}`,
    )
  } finally {
    signal.removeEventListener('abort', abort)
    done.abort()
    await late
  }
}

function toUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw failed('arguments', 'The url of core.http_client must be an absolute http or https URL', 'url')
  if (url.username === '' && url.password === '') return url
  throw failed('arguments', 'The url of core.http_client must not contain credentials: send them in a header', 'url')
}

function toHeaders(headers: Readonly<Record<string, string>>, body: unknown): Headers {
  const taken = Object.keys(headers).find((name) => connectionHeaders.has(name.toLowerCase()))
  if (taken)
    throw failed(
      'arguments',
      `core.http_client cannot set the header ${taken}, which belongs to the connection: leave it out`,
      'headers',
    )
  try {
    const all = new Headers(headers)
    if (body !== undefined && !all.has('content-type'))
      all.set('content-type', typeof body === 'string' ? 'text/plain;charset=utf-8' : 'application/json')
    return all
  } catch {
    throw failed('arguments', 'A header of core.http_client has an invalid name or value (RFC 9110)', 'headers')
  }
}

const toBody = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

const rejected = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const unavailable = (message: string, ...args: readonly unknown[]) =>
  new SignalboxError('UNAVAILABLE', message, { errors: [problem('error.workflow.http', ...args)] })

/**
 * Request headers in lower case that workflows may not set, because they belong to the connection. The script engine
 * rejects the same headers with a list of its own, because it does not load the core.
 */
const connectionHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
