import { type ApiDefinition, isPattern, urlAt } from '@signalbox/core/gateway'

/** What the holder of a key of a plan can call first: an address that takes GET. */
export interface Example {
  /** The id of the plan. @default the whole API, for those who call it without a plan */
  readonly plan?: string
  readonly address: string
}

/** The address of the first GET route of the API and of each plan; one without parameters if there is one. Tells no ids of routes. */
export function examplesOf(api: ApiDefinition, gatewayUrl: string): readonly Example[] {
  const calls = callsOf(api, gatewayUrl)
  const [first] = calls
  if (!first) return []
  const ofPlans = (api.documentation?.plans ?? []).flatMap((plan) => {
    const { routes } = plan as { readonly routes?: readonly string[] }
    const found = calls.find(({ route }) => routes === undefined || routes.includes(route))
    return found ? [{ plan: plan.id, address: found.address }] : []
  })
  return [{ address: first.address }, ...ofPlans]
}

/** What is known of the addresses of an API. */
interface Callable {
  readonly examples?: readonly Example[]
  readonly address?: string
}

/**
 * The address that the holder of a key can call first, or without a plan everybody; `undefined` if the address of the gateway is not
 * known.
 */
export const exampleOf = ({ examples = [], address }: Callable, planId?: string): string | undefined =>
  examples.find(({ plan }) => plan === planId)?.address ?? address

function callsOf({ domain = '', context_path = '', routes = [] }: ApiDefinition, gatewayUrl: string) {
  const calls = routes.flatMap(({ id, enabled = true, frontend = {} }) => {
    const { domains = [], paths = [], methods = [] } = frontend
    if (!enabled || (methods.length > 0 && !methods.includes('GET'))) return []
    const places = domains.length > 0 ? domains : [domain]
    const below = paths.length > 0 ? paths : ['']
    return places.flatMap((place) =>
      below.map((path) => ({ route: id, address: urlAt(withPath(place, context_path, path), gatewayUrl) })),
    )
  })
  return calls.sort((a, b) => Number(isPattern(a.address)) - Number(isPattern(b.address)))
}

const withPath = (place: string, ...paths: readonly string[]): string =>
  [place.replace(/^\w+:\/\//, ''), ...paths.map((path) => path.replace(/\/?\*$/, ''))].join('/')
