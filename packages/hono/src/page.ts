/**
 * A page that needs nothing but itself: its policy (CSP 3) runs the scripts and styles that carry the nonce of this answer and
 * no other, and lets nothing be asked for but by `directives`.
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
