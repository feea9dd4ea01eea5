import type { CompileWarning } from './compiled-route.ts'

interface Kind {
  /** `error`: something is not served as configured. */
  readonly severity: 'error' | 'warning' | 'info'
  readonly text: (...args: readonly string[]) => string
}

/** All warnings of the compiler by code. Codes are stable; sentences may change. */
export const warningKinds = {
  'api.disabled': {
    severity: 'warning',
    text: () => 'The API is disabled, so it has no routes: set enabled to true to serve them',
  },
  'api.removed': {
    severity: 'warning',
    text: () => 'The API is removed, so it has no routes: set its state to staging to use it again',
  },
  'api.staging': {
    severity: 'warning',
    text: (state) => `In ${state} there are only draft routes, and only when testing is enabled`,
  },
  'testing.header.empty': {
    severity: 'warning',
    text: () => 'Testing is enabled, but its header has no value, so there are no draft routes: set headerValue',
  },
  'testing.header.shared': {
    severity: 'warning',
    text: (api, other) =>
      `The APIs ${other} and ${api} have the same testing header, which opens the draft routes of both: change one headerValue`,
  },
  'id.duplicate': {
    severity: 'warning',
    text: (id) => `An earlier entry has the id ${id} and hides this one: rename one of them`,
  },
  'domain.scheme': {
    severity: 'warning',
    text: (domain, host) => `Domains have no scheme: ${domain} is read as ${host}`,
  },
  'domain.dropped': {
    severity: 'warning',
    text: (host, own) =>
      `The domain ${host} is ignored: routes use the domain of their API${own === '' ? ', which has none' : `, ${own}`}`,
  },
  'path.invalid': {
    severity: 'error',
    text: (segment, reason) => `The segment ${segment} is invalid: ${reason}; the route refuses every request`,
  },
  'path.canonical': {
    severity: 'warning',
    text: (path, canonical) =>
      `The path ${path} is matched as ${canonical}, the form into which request paths are brought: write it in this form`,
  },
  'path.allow': {
    severity: 'warning',
    text: (path, name) => `Requests to the path ${path} are rejected unless the route allows ${name}: add it to allow`,
  },
  'condition.invalid': {
    severity: 'error',
    text: (name, reason) => `The condition of ${name} is invalid: ${reason}; the route refuses every request`,
  },
  'route.disabled': { severity: 'warning', text: (id) => `The route ${id} is disabled and serves no requests` },
  'route.id.duplicate': {
    severity: 'warning',
    text: (id) =>
      `Two routes have the id ${id}, so error templates and logs cannot tell them apart: rename one of them`,
  },
  'route.token.id': {
    severity: 'warning',
    text: (id) =>
      `The id ${id} is reserved for a route of the gateway itself, which is left out because of it: rename this route`,
  },
  'route.collision': {
    severity: 'warning',
    text: (first, second, what, isShadowed) =>
      `The routes ${first} and ${second} both match ${what}${isShadowed === '' ? '' : `, so ${second} gets no requests`}: change the path or the methods of one`,
  },
  'route.fallthrough': {
    severity: 'warning',
    text: (guarded, open, what) =>
      `The route ${guarded} is protected, but ${what} to its path reach ${open}, which is not: name all methods in ${guarded}, or protect ${open}`,
  },
  'rewrite.strip': {
    severity: 'warning',
    text: (member) => `With rewrite, the backend receives only its root: ${member} has no effect`,
  },
  'rewrite.parameter': {
    severity: 'error',
    text: (name) =>
      `The root of the backend uses the parameter ${name}, which no path of the route has: every request is refused`,
  },
  'strip.both': {
    severity: 'warning',
    text: () => 'strip_path also strips the context path: strip_context_path has no effect',
  },
  'strip.exact': {
    severity: 'warning',
    text: () => 'The path is exact and stripped, so the backend always receives only its root',
  },
  'flow.missing': { severity: 'error', text: (id) => `There is no flow ${id}: every request is refused` },
  'plugin.disabled': { severity: 'warning', text: (id) => `The plugin ${id} is disabled and skipped` },
  'plugin.unknown': {
    severity: 'error',
    text: (id, like) =>
      `There is no plugin ${id} in the catalog: every request is refused${like === '' ? '' : `; did you mean ${like}?`}`,
  },
  'plugin.optional': {
    severity: 'warning',
    text: (id) => `There is no plugin ${id} in the catalog; the slot is optional and skipped`,
  },
  'plugin.config': {
    severity: 'error',
    text: (id, places) => `The configuration of the plugin ${id} is invalid (${places}): every request is refused`,
  },
  'plugin.backend.missing': {
    severity: 'error',
    text: (plugin, id) =>
      `The plugin ${plugin} needs the backend ${id}, which is neither in the API nor stored: every request is refused`,
  },
  'plugin.document.missing': {
    severity: 'warning',
    text: (id) =>
      `The plugin ${id} reads the OpenAPI document of the API, which has none: import a document into the API`,
  },
  'backend.none': {
    severity: 'warning',
    text: () => 'The route has neither a backend nor a plugin that responds, so every request fails: add one',
  },
  'backend.missing': {
    severity: 'error',
    text: (id) => `The backend ${id} is neither in the API nor stored: every request is refused`,
  },
  'backend.targets.none': {
    severity: 'warning',
    text: () => 'The backend has no targets, so every request fails: add one',
  },
  /** Wraps a warning about a stored backend: its id, the inner code and the inner arguments. */
  'backend.stored': {
    severity: 'warning',
    text: (id, message) => `In the stored backend ${id}: ${message}`,
  },
  'backend.invalid': {
    severity: 'error',
    text: (places) => `The backend is invalid (${places}): every request is refused`,
  },
  'backend.client.replaced': {
    severity: 'warning',
    text: () => 'The client settings of the API replace these: move them to clients_backend_config',
  },
  'backend.targets.drained': {
    severity: 'warning',
    text: () => 'All targets of the backend are drained or have weight 0, so every request fails: put one into service',
  },
  'backend.target.duplicate': {
    severity: 'warning',
    text: (name) =>
      `Two targets have the name ${name}, so sticky cookies, hashes and metrics cannot tell them apart: give them different ids`,
  },
  'backend.target.h2': {
    severity: 'warning',
    text: () => 'HTTP/2 is negotiated in TLS, so HTTP/1.1 is used without it: set tls, or the protocol h2c',
  },
  'backend.target.h2c': {
    severity: 'warning',
    text: () => 'h2c is HTTP/2 without TLS, but tls is set: use the protocol HTTP/2',
  },
  'backend.balancing.unknown': {
    severity: 'warning',
    text: (type, like) =>
      `The load balancing ${type} is unknown, so RoundRobin is used${like === '' ? '' : `; did you mean ${like}?`}`,
  },
  'backend.balancing.name': {
    severity: 'warning',
    text: (type, name) => `The load balancing ${type} needs ${name}; until it is set, RoundRobin is used`,
  },
  'backend.health.url': {
    severity: 'warning',
    text: () => 'Targets are not checked: set url to a path, such as /health',
  },
  'backend.tls.unverified': {
    severity: 'error',
    text: () =>
      'The certificate of the backend is not verified, so others can intercept its traffic: enable verification',
  },
  'client.missing': {
    severity: 'warning',
    text: (id) => `There is no client ${id} in clients_backend_config: the defaults apply`,
  },
  'client.invalid': {
    severity: 'warning',
    text: (id, places) => `The client ${id} is invalid (${places}): the defaults apply`,
  },
  'plan.none': { severity: 'warning', text: () => 'No plan is published, so every request is refused: publish a plan' },
  'plan.mode': {
    severity: 'error',
    text: (id, mode) => `The plan ${id} admits no consumers: the access mode ${mode} is unknown`,
  },
  'plan.needs': { severity: 'error', text: (id, needs) => `The plan ${id} admits no consumers: set ${needs}` },
  'plan.config': {
    severity: 'error',
    text: (id, places) => `The plan ${id} admits no consumers: its configuration is invalid (${places})`,
  },
} as const satisfies Record<string, Kind>

/** The code of a warning. */
export type WarningCode = keyof typeof warningKinds

/** Records a warning at a JSON pointer; returns its sentence. */
export type Warn = (pointer: string, code: WarningCode, ...args: readonly string[]) => string

/** Prefixes the pointers of warnings. */
export const below =
  (warn: Warn, place: string): Warn =>
  (pointer, code, ...args) =>
    warn(place + pointer, code, ...args)

/** Collects warnings in order, without duplicates. */
export function collectWarnings() {
  const found = new Map<string, CompileWarning>()
  const warn: Warn = (pointer, code, ...args) => {
    const [id = '', inner = '', ...others] = args
    const isStored = code === 'backend.stored'
    const message = sentence(code, isStored ? [id, sentence(inner as WarningCode, others)] : args)
    found.set(`${pointer} ${message}`, {
      pointer,
      code: isStored ? inner : code,
      message,
      ...(isStored && { backend: id }),
    })
    return message
  }
  return { warn, list: () => [...found.values()] }
}

const sentence = (code: WarningCode, args: readonly string[]): string => (warningKinds[code] as Kind).text(...args)

/** The severity of a warning; `warning` for an unknown code. */
export const severityOf = ({ code }: Pick<CompileWarning, 'code'>): Kind['severity'] =>
  Object.hasOwn(warningKinds, code) ? warningKinds[code as WarningCode].severity : 'warning'
