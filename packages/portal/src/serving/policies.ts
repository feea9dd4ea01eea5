/** The policy of pages (CSP Level 3, Trusted Types): the one script by its hash, and nothing of other sites. */
export const policyOfPages = (scriptHash: string): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    ...["style-src 'self'", "font-src 'self'", "img-src 'self'", "connect-src 'self'", "frame-src 'self'"],
    ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join('; ')

/** The policy of files of authors: they run no script, whatever they are. Pages in HTML may be framed by ours. */
export const policyOfFiles = (type: string): string =>
  [
    'sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    ...(type.startsWith('text/html') ? ["frame-ancestors 'self'"] : []),
  ].join('; ')
