import { findPlugin } from '../plugins/index.ts'
import type { Static } from '../schema.ts'
import type { ApiDefinition } from './api.ts'
import type { CompileWarning } from './compile/compiled-route.ts'
import { DEFAULT_CLIENT, DEFAULT_FLOW } from './defaults.ts'
import { differingMembers, unserved } from './lifecycle.ts'
import type { lintProblemSchema } from './report-schema.ts'

/** What is odd about an API: `error` will not do what it says, `warning` may not, `info` is only worth knowing. */
export type LintProblem = Static<typeof lintProblemSchema>

/** An API and what else there is of it. */
export interface Linted {
  readonly api: ApiDefinition
  /** What serves, when anything does. */
  readonly served: ApiDefinition | undefined
  /** The members that have changed since the draft was made from it; none without a draft. */
  readonly moved: readonly string[]
  /** What the compiler says of the saved API, as if it were published, and of the draft. */
  readonly warnings: readonly CompileWarning[]
  /** Who owns subscriptions and is no client of the API. */
  readonly strangers: readonly string[]
}

type Rule = (linted: Linted) => readonly (readonly [pointer: string, message: string])[]

/** All rules, each with how bad it is. */
const rules: readonly { readonly severity: LintProblem['severity']; readonly find: Rule }[] = [
  {
    severity: 'warning',
    find: ({ api }) => (api.domain ? [] : [['/domain', 'There is no domain: the routes take requests of any']]),
  },
  {
    severity: 'warning',
    find: ({ api }) => (api.routes?.length ? [] : [['/routes', 'There are no routes: nothing is served']]),
  },
  {
    severity: 'error',
    find: ({ api }) =>
      entries(api.backends).flatMap(([i, { id, backend }]) =>
        backend?.targets?.length ? [] : [[`/backends/${i}/backend/targets`, `Backend ${id} has no targets`]],
      ),
  },
  {
    severity: 'warning',
    find: ({ api }) =>
      entries(api.flows).flatMap(([i, { plugins }]) =>
        entries(plugins?.slots).flatMap(([j, { plugin }]) =>
          findPlugin(plugin)
            ? []
            : [[`/flows/${i}/plugins/slots/${j}/plugin`, `${plugin} is no plugin of the catalog: it does nothing`]],
        ),
      ),
  },
  {
    severity: 'warning',
    find: ({ api }) =>
      isOpenToAll(api) ? [['/documentation/plans', 'No plan is published: anyone may call the routes']] : [],
  },
  {
    severity: 'warning',
    find: ({ moved }) =>
      moved.length > 0 ? [['/draft', `The API has changed since the draft was made, in ${moved.join(', ')}`]] : [],
  },
  {
    severity: 'warning',
    find: ({ api, served }) => {
      const members = served ? differingMembers(served, api, unserved) : []
      if (members.length === 0) return []
      return [
        ['', `What is saved is not what serves: ${members.join(', ')} differ; publish it, or restore what serves`],
      ]
    },
  },
  {
    severity: 'warning',
    find: ({ strangers }) =>
      strangers.map((owner) => ['/clients', `No client of the API is ${owner}, who owns a subscription`]),
  },
  { severity: 'info', find: ({ api }) => unused('backend', '/backends', api.backends, usedBackends(api)) },
  { severity: 'info', find: ({ api }) => unused('flow', '/flows', api.flows, usedFlows(api)) },
  {
    severity: 'info',
    find: ({ api }) =>
      unused('client settings', '/clients_backend_config', api.clients_backend_config, usedClients(api)),
  },
]

/** What is odd about an API, the worst first; where the compiler and a rule find the same place, the rule speaks. Pure. */
export function lintApi(linted: Linted): LintProblem[] {
  const own = rules.flatMap(({ severity, find }) =>
    find(linted).map(([pointer, message]) => ({ severity, pointer, message })),
  )
  const known = new Set(own.map(({ pointer }) => pointer))
  const compiled = linted.warnings
    .filter(({ pointer }) => !known.has(pointer))
    .map((warning) => ({ severity: severityOf(warning), ...warning }))
  const all = [...own, ...compiled]
  return (['error', 'warning', 'info'] as const).flatMap((worst) => all.filter(({ severity }) => severity === worst))
}

/** A plan that cannot be compiled admits nobody. */
const severityOf = ({ pointer }: CompileWarning): LintProblem['severity'] =>
  /^(\/draft)?\/documentation\/plans\/\d+\/access_mode/.test(pointer) ? 'error' : 'warning'

const entries = <T>(list: readonly T[] = []) => [...list.entries()]

const isOpenToAll = ({ state, documentation }: ApiDefinition): boolean =>
  (state === 'published' || state === 'deprecated') && !documentation?.plans?.length

const usedBackends = ({ routes = [] }: ApiDefinition) => new Set(routes.map(({ backend }) => backend))
const usedFlows = ({ routes = [] }: ApiDefinition) => new Set([DEFAULT_FLOW, ...routes.map(({ flow_ref }) => flow_ref)])
const usedClients = ({ backends = [] }: ApiDefinition) =>
  new Set([DEFAULT_CLIENT, ...backends.map(({ client }) => client)])

const unused = (
  what: string,
  pointer: string,
  list: readonly { readonly id: string }[] = [],
  used: ReadonlySet<string | undefined>,
) =>
  entries(list).flatMap(([i, { id }]) =>
    used.has(id) ? [] : ([[`${pointer}/${i}`, `Nothing refers to the ${what} ${id}`]] as const),
  )
