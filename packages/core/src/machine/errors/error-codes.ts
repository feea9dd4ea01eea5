import { type ErrorCode, statuses } from './errors.ts'

/** The title of each failure in responses. Kept apart from the statuses, because clients do not need it. */
const titles = {
  INVALID: 'Bad Request',
  UNAUTHENTICATED: 'Unauthorized',
  FORBIDDEN: 'Forbidden',
  NOT_FOUND: 'Not Found',
  METHOD_NOT_ALLOWED: 'Method Not Allowed',
  NOT_ACCEPTABLE: 'Not Acceptable',
  CONFLICT: 'Conflict',
  PRECONDITION_FAILED: 'Precondition Failed',
  TOO_LARGE: 'Content Too Large',
  UNSUPPORTED_MEDIA_TYPE: 'Unsupported Media Type',
  TOO_MANY_REQUESTS: 'Too Many Requests',
  INTERNAL: 'Internal Server Error',
  UNAVAILABLE: 'Service Unavailable',
} satisfies Record<ErrorCode, string>

/** Every way a call can fail, with its HTTP status and title (RFC 9110). */
export const errorCodes = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries(statuses).map(([code, status]) => [
    code,
    { status, title: titles[code as ErrorCode] },
  ]),
) as { readonly [C in ErrorCode]: { readonly status: (typeof statuses)[C]; readonly title: string } }
