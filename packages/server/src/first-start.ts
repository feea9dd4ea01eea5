import { randomBytes } from 'node:crypto'
import type { Signalbox } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import { scryptPasswords } from './scrypt-passwords.ts'
import { findUser } from './set-password.ts'
import type { Settings } from './settings.ts'

/** Who can come in after a first start. */
type FirstSettings = Pick<Settings, 'adminUser' | 'adminPassword' | 'clientId' | 'clientSecret'>

/** What a start came to. */
export interface FirstStart {
  /** The admin who was created with a random password, which is to be changed. */
  readonly firstAdmin?: { readonly user: string; readonly password: string }
  /** A sentence for each setting that had no effect, because what it sets is there already. */
  readonly warnings: readonly string[]
}

/**
 * Creates an admin where there is no user, and the API key of the settings where it is not there. A password that was not
 * given is made up; it is stored nowhere else but as a hash.
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
  const isCreated = await created(box.users.create({ body: user }))
  return isCreated && adminPassword === '' ? { user: adminUser, password } : undefined
}

/** A random password of 24 characters. */
export const randomPassword = (): string => randomBytes(18).toString('base64url')

async function createKey(box: Signalbox, { clientId, clientSecret }: FirstSettings): Promise<boolean> {
  if (!clientId || !clientSecret) return true
  return created(box.apiKeys.create({ body: { clientId, clientSecret, name: clientId, admin: true } }))
}

/** An administrator who forgot the password starts again with another one, and wonders. */
async function staleAdmin(box: Signalbox, { adminUser, adminPassword }: FirstSettings): Promise<string[]> {
  if (adminPassword === '') return []
  const hash = (await findUser(box, adminUser))?.passwordHash
  if (hash !== undefined && (await scryptPasswords.verify(adminPassword, hash))) return []
  return [
    'SIGNALBOX_ADMIN_PASSWORD has no effect, because there are users already: `signalbox passwd` sets another password',
  ]
}

async function staleKey(box: Signalbox, { clientId, clientSecret }: FirstSettings): Promise<string[]> {
  if (await box.identify({ clientId, clientSecret })) return []
  return [
    `SIGNALBOX_CLIENT_SECRET has no effect, because there is an API key ${clientId} with another secret: change it by PATCH /api/apikeys/${clientId}`,
  ]
}

/** Whether a record was created; `false` when it was there, or another process was faster. */
async function created(creation: Promise<unknown>): Promise<boolean> {
  try {
    await creation
    return true
  } catch (error) {
    if (error instanceof SignalboxError && error.code === 'CONFLICT') return false
    throw error
  }
}
