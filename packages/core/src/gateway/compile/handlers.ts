import { answered } from '../../machine/answers/answer.ts'
import { type Caller, may, owner } from '../../machine/callers/caller.ts'
import { notFound } from '../../machine/errors/errors.ts'
import { escapePointer } from '../../machine/json/json.ts'
import { digest } from '../../machine/secrets/secret.ts'
import { answerTurn } from '../../machine/time/event-loop-turns.ts'
import type { Handlers } from '../../operation.ts'
import { type ApiDefinition, apis } from '../apis/api.ts'
import { withDeprecationDates } from '../apis/deprecation.ts'
import { backends } from '../backends/backend.ts'
import { findDraft } from '../drafts/drafts.ts'
import type { GatewayInstance } from '../instance.ts'
import { warnOfCollisions } from './collisions.ts'
import { compile, compileRoutes } from './compile.ts'
import type { Compiled } from './compiled-route.ts'
import type { allRoutes, apiRoutes, draftRoutes } from './contract.ts'
import type { Placed } from './definition.ts'
import { referenceLoader } from './references.ts'
import { createRouteLists } from './route-list.ts'
import { everything, type Shown, toShown } from './shown.ts'
import { below, collectWarnings } from './warnings.ts'

/** Creates the handlers that compile routes. Callers get masked secrets; the embedding program gets the secrets. */
export function compileHandlers(instance: GatewayInstance) {
  const { store, catalog, secrets } = instance
  const listed = createRouteLists(store)

  async function compileAll(caller: Caller, show: Shown): Promise<Compiled> {
    const { warn, list } = collectWarnings()
    const load = referenceLoader(instance)
    const all: Placed[] = []
    for await (const { key, value } of store.scan(apis.plural, { where: [caller.patterns('R', apis.domain)] })) {
      const api = value as ApiDefinition
      const place = `/${escapePointer(key)}`
      const references = { ...(await load(api)), plugins: catalog }
      for (const { route, pointer } of compileRoutes(api, references, below(warn, place)))
        all.push({ route: show.route(route), pointer: place + pointer })
      await answerTurn()
    }
    warnOfCollisions(all, warn)
    return { routes: all.map(({ route }) => route), warnings: show.warnings(list()) }
  }

  const shownTo = (caller: Caller) => toShown(secrets.route, (id) => may(caller, 'R', backends.domain, id))

  async function load(id: string): Promise<ApiDefinition> {
    const found = await store.get(apis.plural, id)
    if (!found) throw notFound('API', id)
    return found.value as ApiDefinition
  }

  function answer({ routes, warnings }: Compiled, caller: Caller) {
    const show = shownTo(caller)
    const compiled = { routes: routes.map(show.route), warnings: show.warnings(warnings) }
    return answered(compiled, { version: digest(JSON.stringify(compiled)) })
  }

  const handlers: Handlers<{ ofApi: typeof apiRoutes; ofDraft: typeof draftRoutes; ofAll: typeof allRoutes }> = {
    async ofApi({ id }, { caller }) {
      const api = await load(id)
      const references = await referenceLoader(instance)(api)
      return answer(compile(api, { ...references, plugins: catalog }), caller)
    },
    async ofDraft({ id }, { caller }) {
      const [api, found] = await Promise.all([load(id), findDraft(store, id)])
      const published = asPublished(found?.draft.api ?? api, api)
      const { backends: stored, apis: others } = await referenceLoader(instance)(published)
      return answer(
        compile(published, { plugins: catalog, ...(stored && { backends: stored }), ...(others && { apis: others }) }),
        caller,
      )
    },
    ofAll: (query, call) => listed(query, call, () => compileAll(call.caller, shownTo(call.caller))),
  }
  return { handlers, served: () => compileAll(owner, everything) }
}

/**
 * A definition as a publication would serve it: published and enabled, without routes for testing. Dates of
 * deprecations come from the saved API; a plan that the definition deprecates has none yet.
 */
const asPublished = (definition: ApiDefinition, saved: ApiDefinition): ApiDefinition =>
  withDeprecationDates(
    { ...definition, state: 'published', enabled: true, testing: { enabled: false } },
    { current: saved },
  )
