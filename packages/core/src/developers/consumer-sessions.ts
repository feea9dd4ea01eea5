import type { SessionKind } from '../access/sessions.ts'
import { DEVELOPER } from '../machine/callers/sealing-of.ts'
import type { Reads } from '../ports.ts'
import { findDeveloper } from './consumer.ts'
import type { StoredDeveloper } from './developer.ts'

/** Active consumers as accounts with sessions of the portal, which end when the password or the status changes. */
export const consumerSessions = (store: Reads): SessionKind<StoredDeveloper> => ({
  collection: 'developer-sessions',
  find: (id) => findDeveloper(store, id),
  reliesOn: ({ status, sessionsId }) => (status === 'active' ? sessionsId : undefined),
  toIdentity: ({ id, name }, { version, token }) => ({ id, name, kind: DEVELOPER, session: token, version }),
})
