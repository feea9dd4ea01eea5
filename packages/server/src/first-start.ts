import { randomBytes } from 'node:crypto'
import type { Signalbox } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core'
import type { Settings } from './settings.ts'

/** Who can come in after a first start. */
type FirstSettings = Pick<Settings, 'adminUser' | 'adminPassword' | 'clientId' | 'clientSecret'>

/**
 * Creates an admin where there is no user, and the api key of the settings where it is not there. A password that was not
 * given is made up, to be changed, and told once to `announce`; it is stored nowhere else but as a hash.
 */
export async function firstStart(
  box: Signalbox,
  { adminUser, adminPassword, clientId, clientSecret }: FirstSettings,
  announce: (line: string) => void,
): Promise<void> {
  const { count } = await box.users.count()
  if (count === 0) {
    const password = adminPassword || randomBytes(18).toString('base64url')
    const user = { id: adminUser, name: adminUser, password, admin: true, temporary: adminPassword === '' }
    const isCreated = await created(box.users.create({ body: user }))
    if (isCreated && !adminPassword) announce(`First start: log in as ${adminUser} with the password ${password}`)
  }
  if (clientId && clientSecret)
    await created(box.apiKeys.create({ body: { clientId, clientSecret, name: clientId, admin: true } }))
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
