/**
 * The `Content-Security-Policy` header of the page (CSP Level 3, Trusted Types). It allows only files of this origin, and
 * calls to this origin and that of the API. There is no exception for inline scripts or styles.
 */
export const policyFor = (apiOrigin?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${apiOrigin === undefined ? '' : ` ${apiOrigin}`}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
