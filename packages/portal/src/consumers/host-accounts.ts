import type { Identity } from '@signalbox/core'
import type { Authenticate, PortalOptions } from '../portal-options.ts'
import { type ConsumerBox, mineOf } from './consumer-box.ts'
import type { Accounts, Mine } from './mine.ts'

/** The accounts of a host that signs people in itself. A person has a record from their first call that writes something. */
export function hostAccounts(
  box: ConsumerBox,
  { authenticate, signIn }: PortalOptions & { readonly authenticate: Authenticate },
): Accounts {
  return {
    kind: 'host',
    async find(request) {
      const person = await authenticate(request)
      if (!person) return undefined
      if (typeof person.id !== 'string' || typeof person.name !== 'string')
        throw new TypeError('authenticate of portal must return a person with an id and a name, or undefined')
      const { id, name, email, groups = [] } = person
      const developer = { id, name, source: 'embedder', ...(email !== undefined && { email }) }
      const consumer = { id, groups, ...(email !== undefined && { email, email_verified: true }) }
      const admitted = () => box.consumers.admit(person)
      const identity: Identity = { id, name, kind: 'Developer' }
      return { developer, consumer, identity, admitted, mine: admitting(mineOf(box.as(identity).mine), admitted) }
    },
    signOut: async () => {},
    ...(signIn !== undefined && { signIn }),
  }
}

/** The operations that only read. */
const reads: ReadonlySet<string> = new Set(['get', 'list', 'credentials', 'usage'])

/** The same operations, each of which writes the record of the person before it writes something else. */
function admitting(mine: Mine, admitted: () => Promise<unknown>): Mine {
  const wrapped = <T extends object>(group: T): T =>
    Object.fromEntries(
      Object.entries(group).map(([name, one]) => {
        if (typeof one !== 'function') return [name, wrapped(one as object)]
        if (reads.has(name)) return [name, one]
        return [
          name,
          async (...given: readonly unknown[]) => {
            await admitted()
            return (one as (...given: readonly unknown[]) => unknown)(...given)
          },
        ]
      }),
    ) as T
  return wrapped(mine)
}
