import { api } from '../../api.ts'
import { asking } from '../api/asking.ts'
import type { Compiled } from './released.ts'

const asked = asking<readonly Compiled[]>({
  async ask() {
    return (await api.routes({})).routes
  },
  hears: ({ domain }) => domain === 'Api' || domain === 'Backend',
})

/** The routes that gateways serve, of the APIs that the caller may read. Read when they are shown, and after changes. */
export const routesHere = () => asked('routes').value
