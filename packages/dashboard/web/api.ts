import { createClient } from '@signalbox/client'
import { hearDate } from './clock.ts'
import { mount } from './mount.ts'

/** The API of this box. The session cookie identifies the user. */
export const api = createClient({
  baseUrl: mount.apiUrl,
  fetch: async (request) => hearDate(await fetch(request)),
})
