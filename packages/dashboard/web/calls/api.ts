import { signal } from '@preact/signals'
import { createClient } from '@signalbox/client'
import { mount } from '../place/mount.ts'
import { hearDate } from './clock.ts'

/** How many calls were rejected because no session was valid. Rises when a session ends while the page is open. */
export const rejections = signal(0)

/** Calls the service as `fetch` does. The page learns the service's time, and that a session has ended. */
export async function fetchApi(request: Request): Promise<Response> {
  const reply = hearDate(await fetch(request))
  if (reply.status === 401 && !isAboutPassword(request)) rejections.value += 1
  return reply
}

/** The API of this box. The session cookie identifies the user. */
export const api = createClient({ baseUrl: mount.apiUrl, fetch: fetchApi })

/** The operations of the service. */
export type Api = typeof api

/** These calls are rejected for a wrong password, too. */
const isAboutPassword = ({ url }: Request): boolean => /\/api\/(login|me\/password)$/.test(new URL(url).pathname)
