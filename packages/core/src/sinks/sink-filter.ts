import type { Domains } from '../machine/callers/domains.ts'
import { compilePattern } from '../machine/keys/pattern.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { sinkDomain } from '../machine/log/internal-domain.ts'
import { hashState, murmur3 } from '../machine/secrets/hash.ts'
import { usualDomains } from './options.ts'
import type { SinkFilter } from './sink.ts'

/** The filter of a sink, compiled. */
export interface CompiledFilter {
  /** Whether the sink gets an event, or an event makes it copy a record. */
  readonly accept: (event: ChangeEvent) => boolean
  /** The domains of its events. */
  readonly domains: ReadonlySet<string>
  /** The patterns of its keys. */
  readonly where: readonly string[]
  /** Whether a snapshot has the records of a kind. */
  readonly takes: (kind: { readonly domain: string; readonly events: string }) => boolean
  /** The same for filters that select the same events. */
  readonly hash: string
}

/** Compiles the filter of the sink with an id. */
export function compileFilter(
  id: string,
  { domains = [], patterns = [], types = [] }: SinkFilter,
  all: Pick<Domains, 'names'>,
): CompiledFilter {
  const wanted = new Set(domains.length > 0 ? domains : usualDomains(all))
  const wantedTypes = new Set(types)
  const pattern = patterns.length > 0 ? compilePattern(patterns.join(',')) : undefined
  const text = JSON.stringify([[...wanted].sort(), patterns.toSorted(), types.toSorted()])
  return {
    accept: ({ domain, type, key, payload }) =>
      domain === sinkDomain
        ? (payload as { sink?: unknown } | undefined)?.sink === id
        : wanted.has(domain) &&
          (wantedTypes.size === 0 || wantedTypes.has(type)) &&
          (pattern === undefined || pattern.matches(key)),
    domains: wanted,
    where: patterns.length > 0 ? [patterns.join(',')] : [],
    takes: ({ domain, events }) =>
      wanted.has(domain) && (types.length === 0 || types.some((type) => type.startsWith(`${events}_`))),
    hash: [0, 1].map((seed) => murmur3(text, hashState('', seed)).toString(36)).join('-'),
  }
}
