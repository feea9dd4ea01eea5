import { nearest } from '../../machine/errors/nearest.ts'
import type { Static } from '../../machine/schema/schema.ts'
import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { CompileWarning } from '../compile/compiled-route.ts'
import { severityOf } from '../compile/warnings.ts'
import type { RemoteIndex } from '../remote-content/remote-index.ts'
import type { ApiDefinition } from './api.ts'
import { DEFAULT_CLIENT, DEFAULT_FLOW } from './defaults.ts'
import { servedDifferences } from './lifecycle.ts'
import { unfitForBlueprint } from './lint-blueprint.ts'
import { deadLinks, redirectionLoops, shadowedPaths } from './lint-documentation.ts'
import { brokenSuccessors, pastSunsets } from './lint-lifecycle.ts'
import { failedFetches } from './lint-remote.ts'
import { tokensForOthers } from './lint-tokens.ts'
import type { Reference } from './missing-references.ts'
import { slotReferences } from './references.ts'
import type { lintProblemSchema } from './report-schema.ts'
import type { Stranger } from './subscribers.ts'

/** A lint problem. `error`: something will not work as configured; `warning`: it may not; `info`: worth knowing. */
export type LintProblem = Static<typeof lintProblemSchema>

/** An API and the related data that lint rules need. */
export interface Linted {
  readonly api: ApiDefinition
  /** The definition that is served, if any. */
  readonly served: ApiDefinition | undefined
  /** The members that have changed since the draft was made; empty without a draft. */
  readonly moved: readonly string[]
  /** Warnings of the compiler for the saved API, as if it were published, and for the draft. */
  readonly warnings: readonly CompileWarning[]
  readonly catalog: PluginCatalog
  /** References of its plugins and audiences to missing features, segments, experiments, variants or workflows. */
  readonly missing: readonly Reference[]
  /** Owners of subscriptions that are not clients of the API, and nobody's applications. */
  readonly strangers: readonly Stranger[]
  /** Successors that do not exist. */
  readonly noSuccessors: ReadonlySet<string>
  /** What is known about its remote content. @default nothing was fetched */
  readonly remote?: RemoteIndex | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

type Rule = (linted: Linted) => readonly (readonly [pointer: string, message: string])[]

/** All rules with their severities. */
const rules: readonly { readonly severity: LintProblem['severity']; readonly find: Rule }[] = [
  {
    // Most gateways answer under one host name.
    severity: 'info',
    find: ({ api }) =>
      api.domain
        ? []
        : [['/domain', 'The API has no domain, so its routes match requests to any domain: set one to restrict them']],
  },
  {
    severity: 'warning',
    find: ({ api }) =>
      api.routes?.length ? [] : [['/routes', 'The API has no routes and serves nothing: add a route']],
  },
  {
    severity: 'error',
    find: ({ api }) =>
      entries(api.backends).flatMap(([i, { id, backend }]) =>
        backend?.targets?.length ? [] : [[`/backends/${i}/backend/targets`, `Backend ${id} has no targets: add one`]],
      ),
  },
  { severity: 'error', find: (linted) => unknownPlugins(linted, false) },
  { severity: 'warning', find: (linted) => unknownPlugins(linted, true) },
  {
    severity: 'warning',
    find: ({ missing }) =>
      missing.map(({ to, id, pointer }) => [
        pointer,
        pointer.endsWith('/audience')
          ? `The audience refers to the ${to} ${id}, which does not exist: nobody sees the API or plan that has it`
          : `The plugin refers to the ${to} ${id}, which does not exist`,
      ]),
  },
  {
    severity: 'warning',
    find: ({ api }) =>
      isOpenToAll(api)
        ? [
            [
              '/documentation/plans',
              'The API has no plans, so anyone can call its routes: publish a plan to restrict access',
            ],
          ]
        : [],
  },
  {
    severity: 'warning',
    find: ({ moved }) =>
      moved.length > 0
        ? [
            [
              '/draft',
              `The API has changed since the draft was made, in ${moved.join(', ')}: publishing the draft would undo these changes`,
            ],
          ]
        : [],
  },
  {
    severity: 'warning',
    find: ({ api, served }) => {
      const members = served ? servedDifferences(served, api) : []
      if (members.length === 0) return []
      return [
        [
          '',
          `The saved API differs from the deployed one in ${members.join(', ')}: publish it, or restore the deployment`,
        ],
      ]
    },
  },
  {
    severity: 'warning',
    find: ({ strangers }) =>
      strangers.map(({ owner, isApplication }) => [
        '/clients',
        isApplication
          ? `A subscription belongs to the application ${owner}, which has no members: add a member, or close the subscription`
          : `A subscription belongs to ${owner}, who is not a client of the API: add the client, or correct owner_ref`,
      ]),
  },
  { severity: 'warning', find: brokenSuccessors },
  { severity: 'warning', find: pastSunsets },
  { severity: 'warning', find: tokensForOthers },
  { severity: 'warning', find: ({ api }) => deadLinks(api) },
  { severity: 'warning', find: ({ api }) => redirectionLoops(api) },
  { severity: 'warning', find: ({ api }) => shadowedPaths(api) },
  { severity: 'warning', find: failedFetches },
  { severity: 'warning', find: unfitForBlueprint },
  {
    severity: 'info',
    find: ({ api, catalog }) => unused('backend', '/backends', api.backends, usedBackends(api, catalog)),
  },
  { severity: 'info', find: ({ api }) => unused('flow', '/flows', api.flows, usedFlows(api)) },
  {
    severity: 'info',
    find: ({ api }) =>
      unused('client settings', '/clients_backend_config', api.clients_backend_config, usedClients(api)),
  },
]

/**
 * Runs all lint rules; errors come first, then warnings, then infos. Where the compiler and a rule report the same
 * place, only the rule counts. Pure.
 */
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

/**
 * Reports enabled slots whose plugin is not in the catalog. Their routes refuse every request, unless the slot is
 * optional: then it is skipped.
 */
const unknownPlugins = ({ api, catalog }: Linted, isOptional: boolean) =>
  entries(api.flows).flatMap(([i, { plugins }]) =>
    entries(plugins?.slots).flatMap(([j, { plugin, enabled = true, config }]) => {
      if (catalog.find(plugin) || !enabled || (config?.optional === true) !== isOptional) return []
      const like = nearest(
        plugin,
        catalog.plugins.map(({ id }) => id),
      )
      const effect = isOptional ? 'the slot is optional and skipped' : 'routes with this flow refuse every request'
      const hint = like === undefined ? '' : `; did you mean ${like}?`
      return [
        [
          `/flows/${i}/plugins/slots/${j}/plugin`,
          `There is no plugin ${plugin} in the catalog: ${effect}${hint}`,
        ] as const,
      ]
    }),
  )

const entries = <T>(list: readonly T[] = []) => [...list.entries()]

const isOpenToAll = ({ state, documentation }: ApiDefinition): boolean =>
  (state === 'published' || state === 'deprecated') && !documentation?.plans?.length

const usedBackends = (api: ApiDefinition, catalog: PluginCatalog) =>
  new Set([...(api.routes ?? []).map(({ backend }) => backend), ...slotReferences(api, catalog).map(({ id }) => id)])
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
    used.has(id) ? [] : ([[`${pointer}/${i}`, `Nothing uses the ${what} ${id}`]] as const),
  )
