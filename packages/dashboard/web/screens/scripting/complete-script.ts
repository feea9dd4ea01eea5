import type { Completions } from '../../code/complete.ts'

type Options = Completions['options']

/** The names that every script has. */
const names: Options = [
  { label: 'context', detail: 'who asks' },
  { label: 'enabled()', detail: 'is active' },
  { label: 'disabled()', detail: 'is not active' },
  { label: 'http', detail: 'calls services' },
  { label: 'console', detail: 'logs' },
]

const members: Readonly<Record<string, Options>> = {
  http: [
    { label: 'fetch', detail: '(url, { method })' },
    { label: 'call', detail: '(request, callback)' },
  ],
  console: [{ label: 'log' }],
}

/** Proposes how a script goes on: with its names, and with the members of the context in which it is run. */
export function completeScript(text: string, offset: number, context: unknown): Completions | undefined {
  const before = text.slice(Math.max(0, offset - 500), offset)
  const [, path = '', word = ''] = /((?:[A-Za-z_$][\w$]*\??\.)*)([\w$]*)$/.exec(before) ?? []
  const from = offset - word.length
  const [first, ...rest] = path.split(/\??\./).slice(0, -1)
  if (first === undefined)
    return word === '' || /\.$/.test(before.slice(0, -word.length)) ? undefined : { from, options: names }
  const options = first === 'context' ? membersOf(rest.reduce(memberOf, context)) : rest.length === 0 && members[first]
  return options ? { from, options } : undefined
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

function membersOf(value: unknown): Options | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const names = Object.entries(value).filter(([name]) => /^[A-Za-z_$][\w$]*$/.test(name))
  return names.map(([label, member]) => ({ label, detail: brief(JSON.stringify(member)) }))
}

const brief = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text)
