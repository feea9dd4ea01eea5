import type { Domains } from '../machine/callers/domains.ts'
import { nearest } from '../machine/errors/nearest.ts'
import type { Sink, SinkFilter } from './sink.ts'

/** A sink and the events it gets. */
export interface SinkOptions extends SinkFilter {
  readonly sink: Sink
}

/** The sinks of an instance, by their ids. */
export type SinksOption = Readonly<Record<string, Sink | SinkOptions>>

type Known = Pick<Domains, 'names' | 'eventTypes'>

const functions = ['position', 'append', 'close'] as const satisfies readonly (keyof Sink)[]

/** Domains whose events sinks get only if their filter names the domain. */
const withheld: ReadonlySet<string> = new Set(['ApiKey', 'User', 'Webhook', 'Credential'])

/** The domains of a filter that names none. */
export const usualDomains = (domains: Pick<Domains, 'names'>): readonly string[] =>
  domains.names.filter((name) => !withheld.has(name))

/**
 * Reads the option `sinks`. Throws a `RangeError` for invalid ids and filters, and a `TypeError` for what is not a sink.
 */
export function readSinks(sinks: SinksOption, domains: Known): ReadonlyMap<string, SinkOptions> {
  return new Map(
    Object.entries(sinks).map(([id, given]) => {
      const options = 'append' in given ? { sink: given } : given
      check(id, options, domains)
      return [id, options]
    }),
  )
}

function check(id: string, { sink, domains: named = [], types = [], patterns = [] }: SinkOptions, domains: Known) {
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(id))
    throw new RangeError(`The sink id ${JSON.stringify(id)} is invalid: expected up to 100 letters, digits and _.-`)
  const missing = functions.filter((name) => typeof sink?.[name] !== 'function')
  if (missing.length > 0)
    throw new TypeError(`The sink ${id} is no sink: it lacks ${missing.map((name) => `${name}()`).join(', ')}`)
  checkNames(id, named, { what: 'domain', known: domains.names })
  checkNames(id, types, { what: 'event type', known: domains.eventTypes })
  if (!patterns.every((pattern) => typeof pattern === 'string' && pattern !== ''))
    throw new RangeError(`The patterns of the sink ${id} are invalid: expected a list such as ["shop:*"]`)
}

function checkNames(
  id: string,
  named: readonly string[],
  { what, known }: { readonly what: string; readonly known: readonly string[] },
): void {
  for (const name of named) {
    if (known.includes(name)) continue
    const like = nearest(String(name), known)
    throw new RangeError(
      `The sink ${id} has the unknown ${what} ${name}${like === undefined ? `: expected ${known.join(', ')}` : `: did you mean ${like}?`}`,
    )
  }
}
