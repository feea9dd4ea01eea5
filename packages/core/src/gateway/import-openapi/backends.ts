import { canonicalJson } from '../../machine/json/canonical-json.ts'
import type { ApiBackend } from '../backends/backend.ts'
import type { Warn } from '../compile/warn.ts'
import { createIds } from './ids.ts'
import { placeOf, type Server } from './server.ts'

/** The id of the backend made from the servers of the whole document. */
export const ROOT_BACKEND = 'default_backend'

/**
 * Creates backends from lists of servers; equal lists share a backend. The first list must be that of the whole
 * document.
 */
export function collectBackends(warn: Warn) {
  const found = new Map<string, ApiBackend>()
  const toId = createIds()

  /** Adds the backend for a list of servers and returns its id; `pointer` is where the servers are listed. */
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

/** The settings of a backend: every server is a target, and the path of the first server becomes the root. */
function settingsOf(servers: readonly Server[], pointer: string, warn: Warn) {
  const places = servers.flatMap((server) => {
    const place = placeOf(server, warn)
    return place ? [{ ...place, pointer: server.pointer }] : []
  })
  const root = places[0]?.root ?? '/'
  for (const other of places)
    if (other.root !== root)
      warn(
        other.pointer,
        `The path ${other.root} of the server is ignored: a backend has only one path, that of the first server: ${root}`,
      )
  const targets = new Map(places.flatMap(({ target }) => (target ? [[canonicalJson(target), target] as const] : [])))
  if (targets.size === 0)
    warn(pointer, 'No server has a host: add a target to the backend, or a server with an absolute URL to the document')
  return {
    targets: [...targets.values()],
    root,
    rewrite: false,
    load_balancing: { type: 'RoundRobin' },
  }
}
