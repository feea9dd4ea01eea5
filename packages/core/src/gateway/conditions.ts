import { tryPattern } from '../linear-pattern.ts'

/** What a route asks of a header or of a parameter of the query. */
export type Condition =
  | { readonly kind: 'equal'; readonly text: string }
  | { readonly kind: 'exists' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'regex'; readonly regex: string }
  | { readonly kind: 'wildcard'; readonly pattern: string }

/**
 * Reads a condition: a text is equal to the value; `Exists()`, `NotDefined()`, `Regex(re2)` (the whole value),
 * `Wildcard(a*b)`, and `Exact(text)` for a text that looks like one of these. Returns the reason for an invalid one.
 */
export function readCondition(written: string): Condition | string {
  const [, name = '', argument = ''] = /^(\w+)\((.*)\)$/s.exec(written) ?? []
  return Object.hasOwn(forms, name) ? forms[name]!(argument) : { kind: 'equal', text: written }
}

const without = (kind: 'exists' | 'absent') => (argument: string) =>
  argument === '' ? { kind } : 'Exists() and NotDefined() take nothing in their parentheses'

const forms: Readonly<Record<string, (argument: string) => Condition | string>> = {
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
