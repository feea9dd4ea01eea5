import { type Findings, isGiven, isJson, type Json, listOf, pick } from './findings.ts'
import { translateFlow } from './flows.ts'
import { translatePlan } from './plans.ts'
import type { AddBackend } from './traffic-plugins.ts'
import { translateUpstream } from './upstream.ts'

/** Members that are copied unchanged. */
const kept = [
  'id',
  'name',
  'description',
  'domain',
  'version',
  'versions',
  'enabled',
  'state',
  'blueprint',
  'debug_flow',
  'capture',
].concat(['export_reporting', 'groups', 'tags', 'metadata'])

/** Members that are translated, and, below, those without a meaning here. */
const translated = [
  'context_path',
  'contextPath',
  'routes',
  'flows',
  'backends',
  'clients',
  'clients_backend_config',
  'testing',
].concat(['plans', 'documentation', 'deployments', 'consumers', 'debugFlow', 'exportReporting'])
const without: Readonly<Record<string, string>> = {
  _loc: '',
  location: '',
  kind: '',
  visibility: 'grants decide who may see the API',
  owner: 'grants decide who may change the API',
  members: 'grants decide who may change the API',
  hooks: 'webhooks are separate records',
}

/**
 * Translates an API of Otoroshi. It is refused if something that may guard it has no equivalent here: an import never
 * makes an API more open than it was.
 */
export function translateApi(api: Json, findings: Findings): Json {
  for (const name of Object.keys(api)) leaveOut(api, name, findings)
  if (isGiven(api.consumers)) findings.refuse('It has consumers of an early preview: convert them to plans')
  if (isGiven(api.deployments)) findings.note(`${listOf(api.deployments).length} earlier deployments are left out`)
  const clients = listOf(api.clients)
  const settings = [...listOf(api.clients_backend_config), ...clients.filter((one) => isJson(one.client))]
  const documentation = isJson(api.documentation) ? api.documentation : {}
  const backends = listOf(api.backends).map((backend) => translateBackend(backend, settings, findings))
  const flows = listOf(api.flows).map((flow) => translateFlow(flow, findings, adderTo(backends)))
  const plans = [...listOf(documentation.plans), ...listOf(api.plans)].filter(once())
  return {
    ...pick(api, kept),
    context_path: contextPath(api),
    ...((api.debug_flow ?? api.debugFlow) !== undefined && { debug_flow: api.debug_flow ?? api.debugFlow }),
    ...((api.export_reporting ?? api.exportReporting) !== undefined && {
      export_reporting: api.export_reporting ?? api.exportReporting,
    }),
    routes: listOf(api.routes).map((route) => translateRoute(route, findings)),
    flows,
    backends,
    clients_backend_config: settings.filter(once()).map((one) => pick(one, ['id', 'name', 'client'])),
    clients: clients
      .filter((one) => !isJson(one.client))
      .map((one) => pick(one, ['id', 'name', 'description', 'tags', 'metadata'])),
    documentation: { ...documentation, plans: plans.flatMap((plan) => translatePlan(plan, findings)) },
    ...(isJson(api.testing) && {
      testing: { headerKey: 'X-OTOROSHI-TESTING', ...pick(api.testing, ['enabled', 'headerKey', 'headerValue']) },
    }),
  }
}

function leaveOut(api: Json, name: string, { note, refuse, mayDrop }: Findings): void {
  if (kept.includes(name) || translated.includes(name) || !isGiven(api[name])) return
  const why = without[name]
  if (why === undefined) {
    if (!mayDrop(name))
      refuse(`It has the member ${name}, which is unknown and may control access (--drop ${name} leaves it out)`)
  } else if (why !== '') note(`${name} is left out: ${why}`)
}

const contextPath = (api: Json): string => {
  const path = String(api.context_path ?? api.contextPath ?? '')
  return path === '' || path.startsWith('/') ? path : `/${path}`
}

/** Returns a filter that keeps the first record with each id. */
function once() {
  const seen = new Set<unknown>()
  return ({ id }: Json): boolean => !seen.has(id) && Boolean(seen.add(id))
}

/**
 * Translates a route. Domains in its paths are dropped, because Otoroshi ignores them, and `strip_path` is true by
 * default.
 */
function translateRoute(route: Json, { refuse }: Findings): Json {
  const frontend = isJson(route.frontend) ? route.frontend : {}
  if (isGiven(frontend.cookies)) refuse(`Route ${route.id} matches requests by their cookies, which is not supported`)
  const domains = Array.isArray(frontend.domains) ? frontend.domains : [frontend.domain ?? '']
  const paths = domains.map((one) => String(one)).map((one) => (one.includes('/') ? one.slice(one.indexOf('/')) : '/'))
  const flow = route.flow_ref ?? route.plugin_chain
  return {
    ...pick(route, ['id', 'name', 'enabled', 'backend']),
    frontend: {
      paths: [...new Set([...paths, ...(Array.isArray(frontend.paths) ? frontend.paths : [])])],
      ...pick(frontend, ['headers', 'query', 'methods']),
      strip_path: frontend.strip_path ?? true,
      exact: frontend.exact ?? false,
    },
    ...(isGiven(flow) && { flow_ref: flow }),
  }
}

function translateBackend(entry: Json, settings: readonly Json[], findings: Findings): Json {
  const { note } = findings
  const { client: inline, ...backend } = isJson(entry.backend) ? entry.backend : {}
  const isThere = settings.some(({ id }) => id === entry.client)
  if (isGiven(inline) && !isThere)
    note(`Backend ${entry.id}: its own client settings are left out: move them to clients_backend_config`)
  const upstream = translateUpstream({ name: `Backend ${entry.id}`, settings: backend }, findings)
  return { ...pick(entry, ['id', 'name']), backend: upstream, ...(isThere && { client: entry.client }) }
}

/** Returns a function that adds backends with new ids to a list. */
const adderTo =
  (backends: Json[]): AddBackend =>
  (name, backend) => {
    const ids = new Set(backends.map(({ id }) => id))
    let id = name
    for (let i = 2; ids.has(id); i++) id = `${name}-${i}`
    backends.push({ id, name: id, backend })
    return id
  }
