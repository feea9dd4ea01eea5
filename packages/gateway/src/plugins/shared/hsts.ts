/** The value of `Strict-Transport-Security` (RFC 6797); `undefined` if it is not sent. `maxAge` is in seconds. */
export const hstsValue = (maxAge: number, includeSubDomains = false): string | undefined =>
  maxAge > 0 ? `max-age=${maxAge}${includeSubDomains ? '; includeSubDomains' : ''}` : undefined
