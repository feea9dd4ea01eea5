import { randomBytes } from 'node:crypto'
import type { Signalbox } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import type { Settings } from '../settings/settings.ts'
import { scryptPasswords } from './scrypt-passwords.ts'
import { findUser } from './set-password.ts'

/** The settings that a first start uses. */
type FirstSettings = Pick<Settings, 'adminUser' | 'adminPassword' | 'clientId' | 'clientSecret'>

/** The reason of the events of a first start. */
const reason = 'First start'

/** The results of a start. */
export interface FirstStart {
  /** The admin that was created with a random password, which must be changed. */
  readonly firstAdmin?: { readonly user: string; readonly password: string }
  /** A message for each setting without effect, because the user or API key already exists. */
  readonly warnings: readonly string[]
}

/**
 * Creates an admin if there are no users, and the configured API key if it does not exist. A missing password is
 * generated; only its hash is stored.
 */
export async function firstStart(box: Signalbox, settings: FirstSettings): Promise<FirstStart> {
  const { count } = await box.users.count()
  const firstAdmin = count === 0 ? await createAdmin(box, settings) : undefined
  const warnings = [
    ...(count > 0 ? await staleAdmin(box, settings) : []),
    ...((await createKey(box, settings)) ? [] : await staleKey(box, settings)),
  ]
  return { ...(firstAdmin && { firstAdmin }), warnings }
}

async function createAdmin(box: Signalbox, { adminUser, adminPassword }: FirstSettings) {
  const password = adminPassword || randomPassword()
  const user = { id: adminUser, name: adminUser, password, admin: true, temporary: adminPassword === '' }
  const isCreated = await created(box.users.create({ body: user }, { reason }))
  return isCreated && adminPassword === '' ? { user: adminUser, password } : undefined
}

/** Generates a password of 24 characters. */
export const randomPassword = (): string => randomBytes(18).toString('base64url')

async function createKey(box: Signalbox, { clientId, clientSecret }: FirstSettings): Promise<boolean> {
  if (!clientId || !clientSecret) return true
  return created(box.apiKeys.create({ body: { clientId, clientSecret, name: clientId, admin: true } }, { reason }))
}

/** Warns an administrator who forgot the password and hopes to reset it by restarting with another one. */
async function staleAdmin(box: Signalbox, { adminUser, adminPassword }: FirstSettings): Promise<string[]> {
  if (adminPassword === '') return []
  const hash = (await findUser(box, adminUser))?.passwordHash
  if (hash !== undefined && (await scryptPasswords.verify(adminPassword, hash))) return []
  return [
    'SIGNALBOX_ADMIN_PASSWORD has no effect, because users already exist: change a password with `signalbox passwd`',
  ]
}

async function staleKey(box: Signalbox, { clientId, clientSecret }: FirstSettings): Promise<string[]> {
  if (await box.identify({ clientId, clientSecret })) return []
  return [
    `SIGNALBOX_CLIENT_SECRET has no effect, because there is an API key ${clientId} with another secret: change it with PATCH /api/apikeys/${clientId}`,
  ]
}

/** Whether a record was created; `false` if it already existed, even if another process had just created it. */
async function created(creation: Promise<unknown>): Promise<boolean> {
  try {
    await creation
    return true
  } catch (error) {
    if (error instanceof SignalboxError && error.code === 'CONFLICT') return false
    throw error
  }
}
