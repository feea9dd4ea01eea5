import type { HeaderEdits } from './header-view.ts'

/** Keeps a response with cookies out of shared caches: its `Cache-Control` gets `private` (RFC 9111, section 5.2.2.7). */
export function makePrivate(headers: HeaderEdits): void {
  const directives = headers
    .all('cache-control')
    .flatMap((value) => value.split(','))
    .map((directive) => directive.trim())
  if (directives.some((directive) => /^(private|no-store)$/i.test(directive))) return
  const kept = directives.filter((directive) => directive !== '' && !/^(public|s-maxage\b)/i.test(directive))
  headers.set('Cache-Control', ['private', ...kept].join(', '))
}
