import type { Caller } from '../../access/caller.ts'
import { digest } from '../../access/secret.ts'
import { notFound } from '../../errors.ts'
import { escapePointer } from '../../json.ts'
import type { Handlers } from '../../operation.ts'
import type { Store } from '../../ports.ts'
import { tag } from '../../records/etag.ts'
import { answerTurn } from '../../turns.ts'
import type { ApiDefinition } from '../api.ts'
import { apis } from '../api.ts'
import { apiSecrets } from '../secrets.ts'
import { warnOfCollisions } from './collisions.ts'
import type { CompileReferences } from './compile.ts'
import { compile, compileRoutes } from './compile.ts'
import type { Compiled } from './compiled-route.ts'
import type { allRoutes, apiRoutes } from './contract.ts'
import type { Placed } from './definition.ts'
import { referenceLoader } from './references.ts'
import { createRouteLists } from './route-list.ts'
import { below, collectWarnings } from './warn.ts'

/** What APIs compile to, as callers see it: of masked APIs, so that no secret gets into a route. */
export function compileHandlers(store: Store): Handlers<{ ofApi: typeof apiRoutes; ofAll: typeof allRoutes }> {
  const listed = createRouteLists(store)

  async function compileAll(caller: Caller): Promise<Compiled> {
    const { warn, list } = collectWarnings()
    const load = referenceLoader(store)
    const all: Placed[] = []
    for await (const { key, value } of store.scan(apis.plural, { where: [caller.patterns('R', apis.domain)] })) {
      const api = value as ApiDefinition
      const place = `/${escapePointer(key)}`
      const placed = compileRoutes(apiSecrets.mask(api), masked(await load(api)), below(warn, place))
      for (const { route, pointer } of placed) all.push({ route, pointer: place + pointer })
      await answerTurn()
    }
    warnOfCollisions(all, warn)
    return { routes: all.map(({ route }) => route), warnings: list() }
  }

  return {
    async ofApi({ id }) {
      const found = await store.get(apis.plural, id)
      if (!found) throw notFound('API', id)
      const api = found.value as ApiDefinition
      const compiled = compile(apiSecrets.mask(api), masked(await referenceLoader(store)(api)))
      return tag(compiled, digest(JSON.stringify(compiled)))
    },
    ofAll: (query, call) => listed(query, call, () => compileAll(call.caller)),
  }
}

const masked = ({ live, draft, backends }: CompileReferences): CompileReferences => ({
  ...(live && { live: apiSecrets.mask(live) }),
  ...(draft && { draft: apiSecrets.mask(draft) }),
  ...(backends && { backends }),
})
