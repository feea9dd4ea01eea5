import type { Lifecycle } from '../../plans/lifecycle-members.ts'
import { plansOf, statusOf } from '../../plans/plan-life.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { readPath } from '../routes/path-grammar.ts'
import type { CompiledDeprecation, CompiledRoute } from './compiled-route.ts'
import { type Base, type BaseMember, baseOf } from './frontend.ts'

/** What an API needs of the one that replaces it: whether it is served, and where. */
export interface OtherApi {
  readonly api: Pick<ApiDefinition, 'enabled' | 'state' | BaseMember>
  /** The definition that it serves. @default the API itself */
  readonly live?: Pick<ApiDefinition, BaseMember>
}

/** Other APIs by id. */
export type OtherApis = ReadonlyMap<string, OtherApi>

/** The few members of an API that others need of it, without keeping the rest of its definitions in memory. */
export function asOther({ api, live }: OtherApi): OtherApi {
  const base = ({ domain, context_path }: Pick<ApiDefinition, BaseMember>) => ({
    ...(domain !== undefined && { domain }),
    ...(context_path !== undefined && { context_path }),
  })
  const { enabled, state } = api
  return {
    api: { ...(enabled !== undefined && { enabled }), ...(state && { state }), ...base(api) },
    ...(live && { live: base(live) }),
  }
}

/** The ids of the APIs that replace an API or one of its plans, if headers announce them. */
export const successorsOf = (api: ApiDefinition): readonly string[] => [
  ...new Set(announced(api).flatMap(({ successor }) => successor ?? [])),
]

const announced = (api: ApiDefinition): readonly Lifecycle[] =>
  [api, ...plansOf(api)].filter((one) => one.deprecated_at !== undefined)

/**
 * The announcements of the end of an API and of its plans; `undefined` if none of them is deprecated. The dates come
 * from the saved API; `definition` is what it serves.
 */
export function compileLifecycle(
  api: ApiDefinition,
  definition: ApiDefinition,
  others: OtherApis,
): CompiledRoute['lifecycle'] {
  if (announced(api).length === 0) return undefined
  const own = baseOf(definition, () => '')
  const documentation = documentationUrl(definition)

  function compile({ deprecated_at = 0, sunset_at, successor }: Lifecycle): CompiledDeprecation {
    const place = successor === undefined ? undefined : placeOf(others.get(successor), own)
    return {
      deprecation: Math.floor(deprecated_at / 1000),
      ...(sunset_at !== undefined && { sunset: Math.floor(sunset_at / 1000) }),
      ...(documentation !== undefined && { documentation }),
      ...(place !== undefined && { successor: place }),
    }
  }

  const plans = plansOf(api).filter((plan) => statusOf(plan) === 'deprecated' && plan.deprecated_at !== undefined)
  const isDeprecated = api.state === 'deprecated' && api.deprecated_at !== undefined
  if (!isDeprecated && plans.length === 0) return undefined
  return {
    ...(isDeprecated && { api: compile(api) }),
    ...(plans.length > 0 && { plans: Object.fromEntries(plans.map((plan) => [plan.id, compile(plan)])) }),
  }
}

/**
 * Where an API is served, as a reference without scheme (RFC 3986, section 4.2); without host if it is that of the API that
 * refers to it. `undefined` if the API is not served, or if its host or path is not fixed.
 */
function placeOf(other: ReturnType<OtherApis['get']>, own: Base): string | undefined {
  const { enabled = true, state } = other?.api ?? {}
  if (!other || !enabled || (state !== 'published' && state !== 'deprecated')) return undefined
  const { host, port, context } = baseOf(other.live ?? other.api, () => '')
  const read = readPath(context)
  if ('flaw' in read || read.segments.some(({ kind }) => kind !== 'text')) return undefined
  const isHere = host === '' || (host === own.host && port === own.port)
  if (!isHere && host.includes('*')) return undefined
  const url = urlOf(`http://${isHere ? 'host' : host}${context}`)
  if (!url || isHere) return url?.pathname
  return `//${url.hostname}${port === undefined ? '' : `:${port}`}${url.pathname}`
}

/** The page that introduces the API, if it is at a URL of its own. */
function documentationUrl({ documentation }: ApiDefinition): string | undefined {
  const { enabled = true, home } = documentation ?? {}
  const url = enabled && home?.url !== undefined ? urlOf(home.url) : undefined
  const isPublic = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPublic ? url.href : undefined
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
