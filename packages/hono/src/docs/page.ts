/**
 * A self-contained HTML response. Its Content Security Policy (CSP Level 3) allows only scripts and styles with the
 * nonce of this response, and no requests except those in `directives`.
 */
export function page(render: (nonce: string) => string, directives: readonly string[] = []): Response {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
  return new Response(render(nonce), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [...policy(nonce), ...directives].join('; '),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

const policy = (nonce: string): string[] => [
  "default-src 'none'",
  `script-src 'nonce-${nonce}'`,
  `style-src 'nonce-${nonce}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]
