import type { Signalbox } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { SignalboxError } from '@signalbox/core/errors'
import type { Settings } from '../settings/settings.ts'
import { serverAt } from './remote-server.ts'

/** An instance whose records are compared or changed. */
export interface Instance {
  /** Its name in messages. */
  readonly name: string
  /** The calls that write. */
  readonly api: SignalboxApi
  /** The calls that read, as admins see records: with masks instead of secrets. */
  readonly view: SignalboxApi
}

/** Whether a text is the address of a server. */
export const isUrl = (text: string): boolean => /^https?:/i.test(text)

/** The instance on the configured store. */
export const storeInstance = (box: Signalbox, name: string): Instance => ({
  name,
  api: box,
  view: box.as({ id: 'signalbox', admin: true }) as SignalboxApi,
})

/** The instance at a URL, with the configured API key. */
export function serverInstance(url: string, settings: Settings): Instance {
  if (!isUrl(url)) throw new RangeError('Servers are named by a URL, such as https://flags.example.com')
  const api = serverAt(url, settings)
  return { name: url, api, view: api }
}

/** The instance at a URL that records are read from, with its own API key if one is configured. */
export function sourceInstance(url: string, settings: Settings): Instance {
  const { fromClientId: clientId, fromClientSecret: clientSecret } = settings
  return serverInstance(url, clientId === '' ? settings : { ...settings, clientId, clientSecret })
}

/** Runs a command on an instance. Failures of all its calls name it. */
export async function naming<T>({ name }: Instance, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    const { code, cause, message } = error
    const advice = 'it requires a valid API key: set SIGNALBOX_CLIENT_ID and SIGNALBOX_CLIENT_SECRET'
    const reason = code === 'UNAUTHENTICATED' ? advice : cause instanceof Error && isUrl(name) ? cause.message : message
    throw new Error(`${name}: ${reason}`, { cause: error })
  }
}
