import { createClient } from '@signalbox/client'
import { mount } from './mount.ts'

/** The API of this box. The session cookie identifies the user. */
export const api = createClient({ baseUrl: mount.apiUrl })
