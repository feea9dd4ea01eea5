import type { ErrorCase } from './select.ts'

/** The reason phrases of the statuses that gateways respond with (RFC 9110). */
const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  508: 'Loop Detected',
}

const members =
  '"gateway-error-id":"${errorId}","gateway-error":"${message}","gateway-cause":"${cause}","gateway-raw-error":"${otoroshiMessage}"'

/** The JSON form of an error, as template. */
export const jsonTemplate = `{${members}}`

/** The problem type of requests beyond a limit (draft-ietf-httpapi-ratelimit-headers). */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded'
const beyondLimits = new Set(['errors.quota.exceeded', 'errors.rate.limit.exceeded'])

/** The JSON form of RFC 9457 of errors with a status and cause, as template. */
export function problemTemplate({ status, cause }: ErrorCase): string {
  const type = beyondLimits.has(cause) ? QUOTA_EXCEEDED : 'about:blank'
  const title = phrases[status] ?? (status >= 500 ? 'Server Error' : status >= 400 ? 'Client Error' : 'Error')
  return `{"type":"${type}","title":"${title}","status":${status},"detail":"\${message}",${members}}`
}

const PLAIN = /^[ !#-[\]-~]*$/

/** Escapes a text for a JSON string. */
export const escapeJson = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text).slice(1, -1))

/** Adds a member to an object in JSON. */
export const withMember = (json: string, name: string, value: unknown): string =>
  `${json.slice(0, -1)},"${name}":${JSON.stringify(value)}}`
