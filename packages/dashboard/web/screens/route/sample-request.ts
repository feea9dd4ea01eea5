import type { GivenHeader, GivenRequest } from '../explain/given-request.ts'
import type { CompiledRoute } from '../routes/compiled.ts'

/** A request that a route may take, with examples for the variable parts; `undefined` for a route without a valid path. */
export function sampleRequest(route: CompiledRoute): GivenRequest | undefined {
  const { frontend, testing } = route
  const [match] = frontend.matches
  if (!match) return undefined
  const host = match.host === '' ? 'localhost' : match.host.replace(/^\*\./, 'www.')
  const port = match.port === undefined ? '' : `:${match.port}`
  const segments = match.segments.map((segment) => {
    if (segment.kind === 'text') return encodeURIComponent(segment.text)
    if (segment.kind === 'mixed') return segment.parts.map((part) => ('text' in part ? part.text : 'x')).join('')
    return 'x'
  })
  const slash = match.path.endsWith('/') && segments.length > 0 ? '/' : ''
  const query = Object.entries(frontend.query).flatMap(([name, written]) => {
    const value = valueFor(written)
    return value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
  })
  const search = query.length === 0 ? '' : `?${query.join('&')}`
  return {
    method: frontend.methods[0] ?? 'GET',
    url: `https://${host}${port}/${segments.join('/')}${slash}${search}`,
    headers: headersOf(frontend.headers, testing),
  }
}

function headersOf(conditions: CompiledRoute['frontend']['headers'], testing: CompiledRoute['testing']): GivenHeader[] {
  const others = Object.entries(conditions).flatMap(([name, written]) => {
    const value = name === testing?.header ? undefined : valueFor(written)
    return value === undefined ? [] : [{ name, value }]
  })
  return testing ? [{ name: testing.header, value: testing.value }, ...others] : others
}

/** A value for which a condition is true, as far as one can tell; `undefined` if there must be none. */
function valueFor(written: string): string | undefined {
  const [, form, argument = ''] = /^(NotDefined|Exists|Exact|Wildcard|Regex)\((.*)\)$/s.exec(written) ?? []
  if (form === 'NotDefined') return undefined
  if (form === 'Exact') return argument
  if (form === 'Wildcard') return argument.replaceAll('*', 'x')
  return form === undefined ? written : 'x'
}
