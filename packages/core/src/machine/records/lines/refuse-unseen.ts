import { problem, SignalboxError } from '../../errors/errors.ts'
import { own } from '../../json/json.ts'
import type { Resource } from '../resource.ts'

/**
 * Throws INVALID if a write has generated a secret. For calls whose response shows no secrets: the caller could not learn it. Only hashes of such secrets are stored. `shown` are the members that only the response to this write shows.
 */
export function refuseUnseen(resource: Resource, sent: object, shown: object = {}): void {
  const unseen = Object.keys(shown).find((name) => own(shown, name) !== own(sent, name))
  if (unseen !== undefined) throw unseenSecret(resource, unseen)
}

function unseenSecret({ name, path }: Resource, member: string): SignalboxError {
  return new SignalboxError(
    'INVALID',
    `${member} would be generated, and no response would show it: send ${member}, or create the ${name} with POST ${path}`,
    { fieldErrors: { [`/${member}`]: [problem('error.required')] } },
  )
}
