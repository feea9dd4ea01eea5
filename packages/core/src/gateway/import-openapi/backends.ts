import { canonicalJson } from '../../canonical-json.ts'
import type { ApiBackend } from '../backend.ts'
import type { Warn } from '../compile/warn.ts'
import { createIds } from './ids.ts'
import type { Server } from './server.ts'
import { placeOf } from './server.ts'

/** The id of the backend that the servers of a whole document make. */
export const ROOT_BACKEND = 'default_backend'

/** Backends out of lists of servers: the same list is the same backend. The first one is that of the whole document. */
export function collectBackends(warn: Warn) {
  const found = new Map<string, ApiBackend>()
  const toId = createIds()

  /** The id of the backend that some servers make; `pointer` is where they are listed. */
  function add(servers: readonly Server[], pointer: string): string {
    const settings = settingsOf(servers, pointer, warn)
    const key = canonicalJson(settings)
    const known = found.get(key)
    if (known) return known.id
    const [{ hostname } = { hostname: 'no-host' }] = settings.targets
    const id = found.size === 0 ? toId(ROOT_BACKEND) : toId(`${hostname}${settings.root}`)
    found.set(key, { id, backend: settings })
    return id
  }
  return { add, list: () => [...found.values()] }
}

/** Every server is a target; the path of the first comes before all paths. */
function settingsOf(servers: readonly Server[], pointer: string, warn: Warn) {
  const places = servers.flatMap((server) => {
    const place = placeOf(server, warn)
    return place ? [{ ...place, pointer: server.pointer }] : []
  })
  const root = places[0]?.root ?? '/'
  for (const other of places)
    if (other.root !== root)
      warn(other.pointer, `The server has the path ${other.root}; a backend has one, that of the first server: ${root}`)
  const targets = new Map(places.flatMap(({ target }) => (target ? [[canonicalJson(target), target] as const] : [])))
  if (targets.size === 0)
    warn(pointer, 'No server names a host: give the backend a target, or the document a server with an absolute URL')
  return {
    targets: [...targets.values()],
    root,
    rewrite: false,
    load_balancing: { type: 'RoundRobin' },
  }
}
