import { withSchemaDefaults } from '../records/defaults.ts'
import type { Credential, StoredCredential } from './credential.ts'
import { credentialSchema } from './credential.ts'
import { isRotationDue } from './rotation.ts'

/** A credential as callers see it: without its secrets, but with when they were renewed and whether they should be. */
export function showCredential(stored: StoredCredential, now: number): Credential {
  const { secrets, isDueTold: _told, ...shown } = stored
  const { current, previous } = secrets
  return withSchemaDefaults(credentialSchema, {
    ...shown,
    rotatedAt: current.since,
    ...(previous && { previousUntil: previous.until }),
    rotationDue: isRotationDue(stored.rotation ?? {}, secrets, now),
  })
}
