import type { Domains } from '../machine/callers/domains.ts'
import { problem, SignalboxError } from '../machine/errors/errors.ts'

/** Names that a query parameter may list, and the word for them in messages. */
export interface Listed {
  readonly parameter: string
  readonly word: string
  readonly names: readonly string[]
}

/** The names in a comma-separated query parameter. Throws INVALID for an unknown name. */
export function readNames(text: string, { parameter, word, names }: Listed): readonly string[] {
  const asked = text.split(',').map((name) => name.trim())
  const unknown = asked.filter((name) => !names.includes(name))
  if (unknown.length === 0) return asked
  throw new SignalboxError('INVALID', `Unknown ${word} ${unknown.join(', ')}: the ${word}s are ${names.join(', ')}`, {
    fieldErrors: { [parameter]: [problem('error.enum', ...names)] },
  })
}

/** The types of events in a query parameter; without it, all. Throws INVALID for an unknown type. */
export const readTypes = (
  text: string | undefined,
  { eventTypes: names }: Pick<Domains, 'eventTypes'>,
): readonly string[] => (text === undefined ? names : readNames(text, { parameter: 'types', word: 'type', names }))

/**
 * The domains in a query parameter; without it, the domains that streams carry. Throws INVALID for an unknown domain.
 */
export const readDomains = (text: string | undefined, { names, streamed }: Domains): readonly string[] =>
  text === undefined ? streamed : readNames(text, { parameter: 'domains', word: 'domain', names })
