import type { CompileWarning } from './compiled-route.ts'

interface Kind {
  /** `error`: something is not served as configured. */
  readonly severity: 'error' | 'warning' | 'info'
  readonly text: (...args: readonly string[]) => string
}

/** All warnings of the compiler by code. Codes are stable; sentences may change. */
export const warningKinds = {
  'api.disabled': { severity: 'warning', text: () => 'The API is disabled and has no routes' },
  'api.removed': { severity: 'warning', text: () => 'The API is removed and has no routes' },
  'api.staging': {
    severity: 'warning',
    text: (state) => `In ${state} there are draft routes only, when testing is on`,
  },
  'testing.header.empty': {
    severity: 'warning',
    text: () => 'Testing is on and its header has no value: there are no draft routes',
  },
  'testing.header.shared': {
    severity: 'warning',
    text: (api, other) =>
      `The APIs ${other} and ${api} have the same testing header: it opens the draft routes of both`,
  },
  'id.duplicate': {
    severity: 'warning',
    text: (id) => `The id ${id} is taken by an entry before this one, which hides it`,
  },
  'domain.scheme': {
    severity: 'warning',
    text: (domain, host) => `A domain has no scheme: ${domain} is read as ${host}`,
  },
  'domain.dropped': {
    severity: 'warning',
    text: (host, own) =>
      `The domain ${host} is dropped: a route is on the domain of its API${own === '' ? ', which names none' : `, ${own}`}`,
  },
  'path.invalid': {
    severity: 'error',
    text: (segment, reason) => `The segment ${segment} is invalid: ${reason}; the route refuses every request`,
  },
  'condition.invalid': {
    severity: 'error',
    text: (name, reason) => `The condition of ${name} is invalid: ${reason}; the route refuses every request`,
  },
  'route.disabled': { severity: 'warning', text: (id) => `The route ${id} is disabled and takes no request` },
  'route.id.duplicate': {
    severity: 'warning',
    text: (id) => `Two routes have the id ${id}: error templates and logs cannot tell them apart`,
  },
  'route.token.id': {
    severity: 'warning',
    text: (id) => `The id ${id} is that of the route for tokens, which is left out: rename the route`,
  },
  'route.collision': {
    severity: 'warning',
    text: (first, second, what, isShadowed) =>
      `The routes ${first} and ${second} would both answer ${what}${isShadowed === '' ? '' : `; nothing is left for ${second}`}`,
  },
  'route.fallthrough': {
    severity: 'warning',
    text: (guarded, open, what) =>
      `The route ${guarded} is guarded, but ${what} there go to ${open}, which is open: name all methods in ${guarded}, or guard ${open}`,
  },
  'rewrite.strip': {
    severity: 'warning',
    text: (member) => `With rewrite the backend gets its root alone: ${member} does nothing`,
  },
  'rewrite.parameter': {
    severity: 'error',
    text: (name) =>
      `The root of the backend names the parameter ${name}, which no path of the route has: every request is refused`,
  },
  'strip.both': {
    severity: 'warning',
    text: () => 'strip_path takes the context path away too: strip_context_path does nothing',
  },
  'strip.exact': {
    severity: 'warning',
    text: () => 'The path must be exactly this one and is stripped: the backend always gets its root alone',
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
      `There is no backend ${id}, neither of the API nor stored, for the plugin ${plugin}: every request is refused`,
  },
  'backend.none': {
    severity: 'warning',
    text: () => 'The route names no backend and no plugin answers: no request is answered',
  },
  'backend.missing': {
    severity: 'error',
    text: (id) => `There is no backend ${id}, neither of the API nor stored: every request is refused`,
  },
  'backend.targets.none': {
    severity: 'warning',
    text: () => 'The backend has no target: no request is answered',
  },
  /** Wraps a warning about a stored backend: its id, the inner code and the inner arguments. */
  'backend.stored': {
    severity: 'warning',
    text: (id, message) => `Of the stored backend ${id}: ${message}`,
  },
  'backend.invalid': {
    severity: 'error',
    text: (places) => `The backend is invalid (${places}): every request is refused`,
  },
  'backend.client.replaced': {
    severity: 'warning',
    text: () => 'This is replaced by the settings of the client: put them into clients_backend_config',
  },
  'backend.balancing.unknown': {
    severity: 'warning',
    text: (type) => `There is no load balancing ${type}: it is RoundRobin`,
  },
  'backend.tls.unverified': {
    severity: 'error',
    text: () => 'The certificate of the backend is not verified: anyone on the way can answer',
  },
  'client.missing': {
    severity: 'warning',
    text: (id) => `There is no client ${id} in clients_backend_config: defaults apply`,
  },
  'client.invalid': {
    severity: 'warning',
    text: (id, places) => `The client ${id} is invalid (${places}): defaults apply`,
  },
  'plan.none': { severity: 'warning', text: () => 'No plan is published: every request is refused' },
  'plan.mode': {
    severity: 'error',
    text: (id, mode) => `The plan ${id} admits nobody: there is no access mode ${mode}`,
  },
  'plan.needs': { severity: 'error', text: (id, needs) => `The plan ${id} admits nobody: it needs ${needs}` },
  'plan.config': {
    severity: 'error',
    text: (id, places) => `The plan ${id} admits nobody: its configuration is invalid (${places})`,
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
