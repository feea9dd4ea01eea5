import { withSchemaDefaults } from '../machine/records/defaults.ts'
import { type Credential, credentialSchema, type StoredCredential } from './credential.ts'
import { isRotationDue } from './rotation.ts'

/** Shows a credential to callers: without secrets, but with the dates of rotation and whether one is due. */
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
