import { type CompiledRoute, readCondition } from '@signalbox/core/gateway'
import type { Shared } from './shared.ts'
import { wildcard } from './wildcard.ts'

/** A condition on a header or a query parameter. */
export interface Condition {
  /** Headers: in lower case. */
  readonly name: string
  /** As written in the route. */
  readonly written: string
  readonly holds: (value: string | undefined) => boolean
}

/** The conditions of a route beyond host, path and method. */
export interface Conditions {
  /** The header that selects a draft; its value is compared in constant time. */
  readonly testing: { readonly name: string; readonly value: string } | undefined
  readonly headers: readonly Condition[]
  readonly query: readonly Condition[]
}

/** The conditions of a route; `undefined` if it has none. The testing header of a draft is not among the headers. */
export function conditionsOf({ frontend, testing }: CompiledRoute, shared: Shared): Conditions | undefined {
  const header = testing?.header.toLowerCase()
  const headers = Object.entries(frontend.headers)
    .map(([name, written]) => condition(name.toLowerCase(), written, shared))
    .filter(({ name }) => name !== header)
  const query = Object.entries(frontend.query).map(([name, written]) => condition(name, written, shared))
  if (!testing && headers.length === 0 && query.length === 0) return undefined
  return { testing: testing && { name: header as string, value: testing.value }, headers, query }
}

function condition(name: string, written: string, shared: Shared): Condition {
  const read = readCondition(written)
  // A route with an invalid condition refuses requests, so it must not let any pass to less specific routes.
  if (typeof read === 'string') return { name, written, holds: () => true }
  switch (read.kind) {
    case 'equal':
      return { name, written, holds: (value) => value === read.text }
    case 'exists':
      return { name, written, holds: (value) => value !== undefined }
    case 'absent':
      return { name, written, holds: (value) => value === undefined }
    case 'wildcard':
      return { name, written, holds: present(wildcard(read.pattern)) }
    case 'regex':
      return { name, written, holds: present(shared.pattern(read.regex)) }
  }
}

const present = (matches: (value: string) => boolean) => (value: string | undefined) =>
  value !== undefined && matches(value)

/** Whether a value equals a secret. The time taken depends on the length of the secret alone. */
export function isSecret(value: string, secret: string): boolean {
  let difference = value.length ^ secret.length
  for (let i = 0; i < secret.length; i++) difference |= value.charCodeAt(i) ^ secret.charCodeAt(i)
  return difference === 0
}
