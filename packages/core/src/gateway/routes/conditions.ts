import { tryPattern } from '../../machine/schema/linear-pattern.ts'

/** A condition of a route on a request header or query parameter. */
export type RouteCondition =
  | { readonly kind: 'equal'; readonly text: string }
  | { readonly kind: 'exists' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'regex'; readonly regex: string }
  | { readonly kind: 'wildcard'; readonly pattern: string }

/**
 * Parses a condition of a route; returns the reason as a string if it is invalid. Plain text must equal the value.
 * `Exists()`, `NotDefined()`, `Regex(re2)` (matches the whole value) and `Wildcard(a*b)` are the other forms;
 * `Exact(text)` is for a plain text that looks like one of these.
 *
 * @example
 * readCondition('beta') // { kind: 'equal', text: 'beta' }
 * readCondition('Wildcard(v*)') // { kind: 'wildcard', pattern: 'v*' }
 */
export function readCondition(written: string): RouteCondition | string {
  const [, name = '', argument = ''] = /^(\w+)\((.*)\)$/s.exec(written) ?? []
  return Object.hasOwn(forms, name) ? forms[name]!(argument) : { kind: 'equal', text: written }
}

const without = (kind: 'exists' | 'absent') => (argument: string) =>
  argument === '' ? { kind } : 'Exists() and NotDefined() take no argument'

const forms: Readonly<Record<string, (argument: string) => RouteCondition | string>> = {
  Exists: without('exists'),
  NotDefined: without('absent'),
  Exact: (text) => ({ kind: 'equal', text }),
  Wildcard: (pattern) => ({ kind: 'wildcard', pattern }),
  Regex(regex) {
    const { problem } = tryPattern(regex)
    return problem
      ? `its regular expression is invalid (${problem.args.join(' at character ')})`
      : { kind: 'regex', regex }
  },
}
