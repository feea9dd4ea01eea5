import { notFound } from '../../errors.ts'
import { escapePointer } from '../../json.ts'
import type { Handlers } from '../../operation.ts'
import type { Store } from '../../ports.ts'
import type { ApiDefinition } from '../api.ts'
import { apis } from '../api.ts'
import { apiSecrets } from '../secrets.ts'
import { warnOfCollisions } from './collisions.ts'
import type { CompileReferences } from './compile.ts'
import { compile, compileRoutes } from './compile.ts'
import type { allRoutes, apiRoutes } from './contract.ts'
import type { Placed } from './definition.ts'
import { referenceLoader } from './references.ts'
import { below, collectWarnings } from './warn.ts'

/** What APIs compile to, as callers see it: of masked APIs, so that no secret gets into a route. */
export function compileHandlers(store: Store): Handlers<{ ofApi: typeof apiRoutes; ofAll: typeof allRoutes }> {
  return {
    async ofApi({ id }) {
      const found = await store.get(apis.plural, id)
      if (!found) throw notFound('API', id)
      const api = found.value as ApiDefinition
      return compile(apiSecrets.mask(api), masked(await referenceLoader(store)(api)))
    },
    async ofAll(_, { caller }) {
      const { warn, list } = collectWarnings()
      const load = referenceLoader(store)
      const all: Placed[] = []
      for await (const { key, value } of store.scan(apis.plural, { where: [caller.patterns('R', apis.domain)] })) {
        const api = value as ApiDefinition
        const place = `/${escapePointer(key)}`
        const placed = compileRoutes(apiSecrets.mask(api), masked(await load(api)), below(warn, place))
        for (const { route, pointer } of placed) all.push({ route, pointer: place + pointer })
      }
      warnOfCollisions(all, warn)
      return { routes: all.map(({ route }) => route), warnings: list() }
    },
  }
}

const masked = ({ live, draft, backends }: CompileReferences): CompileReferences => ({
  ...(live && { live: apiSecrets.mask(live) }),
  ...(draft && { draft: apiSecrets.mask(draft) }),
  ...(backends && { backends }),
})
