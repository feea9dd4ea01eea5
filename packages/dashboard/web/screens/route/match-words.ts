import type { CompiledMatch, CompiledRoute } from '../routes/compiled.ts'

/** The host of a match in words. */
export function hostWords({ host, port }: CompiledMatch): string {
  const at = port === undefined ? '' : `:${port}`
  if (host === '') return port === undefined ? 'any host' : `any host, port ${port}`
  return host.startsWith('*.') ? `all subdomains of ${host.slice(2)}${at}` : `${host}${at}`
}

/** How the path of a request must fit, in a sentence. */
export const pathWords = ({ exact }: CompiledRoute['frontend']): string =>
  exact ? 'The whole path must match.' : 'Longer paths match, too.'

/** Which part of the path the backend gets, in a sentence. */
export function stripWords({ strip_path, strip_context_path }: CompiledRoute['frontend']): string {
  if (strip_path) return 'The backend gets the part of the path after the match.'
  if (strip_context_path) return 'The backend gets the path without the context path.'
  return 'The backend gets the whole path.'
}

const names = {
  'raw-bytes': 'bytes that are not UTF-8',
  'encoded-slash': 'encoded slashes',
  'path-parameters': 'path parameters after a semicolon',
  'empty-segments': 'empty segments',
} as const

/** A form of request paths that a route allows, in words. */
export const allowanceWords = (name: string): string =>
  Object.hasOwn(names, name) ? names[name as keyof typeof names] : name
