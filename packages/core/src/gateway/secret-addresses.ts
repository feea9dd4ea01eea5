import { escapePointer, isObject, own } from '../json.ts'
import type { PluginCatalog } from '../plugins/create-catalog.ts'
import { PLUGIN_PREFIX } from '../plugins/plugin.ts'
import { referencesOf } from '../plugins/references-of.ts'
import type { AddressesOf, SecretAddress } from '../records/secret-addresses.ts'
import { MASK } from '../records/secrets.ts'
import type { TSchema } from '../schema.ts'
import { digest } from '../secret.ts'
import type { ApiDefinition } from './apis/api.ts'
import { DEFAULT_CLIENT } from './apis/defaults.ts'
import type { ApiBackend, ApiBackendClient } from './backends/backend.ts'
import { backendSettings, clientSettings, targetSchema } from './backends/backend.ts'
import { defaultPlace } from './compile/flow.ts'
import type { ApiFlow, Slot } from './flows/flow.ts'

type Settings = NonNullable<ApiBackend['backend']>
type Target = NonNullable<Settings['targets']>[number]

/** The part of a schema that tells which texts are addresses. */
interface Shape {
  readonly format?: string
  readonly properties?: Readonly<Record<string, Shape>>
}

/**
 * The addresses that secrets in the configuration of a gateway are sent to. Those of a flow go to the backends of its routes,
 * and to what its plugins call; those of a backend to its targets.
 */
export function gatewayAddresses({ find }: PluginCatalog) {
  function* ofSlot(slot: Slot, api: ApiDefinition, pointer: string): Generator<SecretAddress> {
    const plugin = find(slot.plugin)
    const config = slot.config ?? {}
    const at = `${pointer}/config`
    // What other programs do with a text of their configuration is not known: each may be an address.
    const isKnown = plugin?.id.startsWith(PLUGIN_PREFIX) === true
    yield* isKnown ? formattedIn(config, plugin.configSchema as Shape, at) : textsIn(config, at)
    for (const { to, id, pointer: place } of plugin ? referencesOf(plugin, config) : []) {
      if (to === 'backend') yield* ofBackendNamed(id, api, at + place)
      if (to === 'workflow') yield [`the workflow ${id}`, at + place]
    }
  }

  function* ofFlow(flow: ApiFlow, api: ApiDefinition, pointer: string): Generator<SecretAddress> {
    const { flows = [], routes = [] } = api
    const place = defaultPlace(flows)
    const isDefault = place !== undefined && flows[place]?.id === flow.id
    for (const [i, { flow_ref, backend }] of routes.entries())
      if (backend !== undefined && (flow_ref === flow.id || (flow_ref === undefined && isDefault)))
        yield* ofBackendNamed(backend, api, `/routes/${i}/backend`)
    for (const [i, slot] of (flow.plugins?.slots ?? []).entries())
      yield* ofSlot(slot, api, `${pointer}/plugins/slots/${i}`)
  }

  return {
    slot: ({ value, root, pointer }) => ofSlot(value as Slot, root as ApiDefinition, pointer),
    flow: ({ value, root, pointer }) => ofFlow(value as ApiFlow, root as ApiDefinition, pointer),
    backend: ({ value, pointer }) => ofBackend(value as Pick<ApiBackend, 'backend'>, pointer),
    client: ({ value, root, pointer }) => ofClient(value as ApiBackendClient, root as ApiDefinition, pointer),
  } satisfies Record<string, AddressesOf>
}

/** The targets of a backend of the API, or else the stored backend: whoever may write that one decides about its targets. */
function* ofBackendNamed(id: string, { backends = [] }: ApiDefinition, pointer: string): Generator<SecretAddress> {
  const place = backends.findIndex((one) => one.id === id)
  if (place < 0) yield [`the stored backend ${id}`, pointer]
  else yield* ofBackend(backends[place] as ApiBackend, `/backends/${place}`)
}

function* ofBackend({ backend = {} }: Pick<ApiBackend, 'backend'>, pointer: string): Generator<SecretAddress> {
  const at = `${pointer}/backend`
  for (const [i, target] of (backend.targets ?? []).entries()) {
    yield [addressOf(target, backend), `${at}/targets/${i}`]
    yield* undeclaredIn(target, targetSchema, `${at}/targets/${i}`)
  }
  yield* undeclaredIn(backend, backendSettings, at)
}

/** Client settings are used for backends that name them, and may be for stored ones. */
function* ofClient(
  { id, client = {} }: ApiBackendClient,
  api: ApiDefinition,
  pointer: string,
): Generator<SecretAddress> {
  yield* undeclaredIn(client, clientSettings, `${pointer}/client`)
  const { backends = [], routes = [] } = api
  for (const [i, backend] of backends.entries())
    if ((backend.client ?? DEFAULT_CLIENT) === id) yield* ofBackend(backend, `/backends/${i}`)
  for (const [i, { backend }] of routes.entries())
    if (backend !== undefined && !backends.some((one) => one.id === backend))
      yield [`the stored backend ${backend}`, `/routes/${i}/backend`]
}

/** What is connected to, and how. */
function addressOf(target: Target, { tls_config: ofAll }: Settings): string {
  const { hostname, tls = false, port = tls ? 443 : 80, protocol = 'HTTP/1.1', ip_address, tls_config = ofAll } = target
  const host = hostname.toLowerCase()
  return [
    `${tls ? 'https' : 'http'}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`,
    ...(ip_address === undefined ? [] : [`at ${ip_address.toLowerCase()}`]),
    ...(protocol === 'HTTP/1.1' ? [] : [`by ${protocol}`]),
    ...(tls && tls_config?.verify === false ? ['without verification'] : []),
  ].join(' ')
}

/** Formats of texts that name a host. */
const hostFormats: ReadonlySet<unknown> = new Set(['hostname', 'hostname[:port]', 'http(s) URL', 'http(s) URL or path'])

/** The texts of a plugin of this package that name a host, and its scripts, which may call any. */
function* formattedIn(value: unknown, shape: Shape | undefined, pointer: string): Generator<SecretAddress> {
  if (!isObject(value)) return
  for (const [name, one] of Object.entries(value)) {
    const member = own(shape?.properties ?? {}, name) as Shape | undefined
    const at = `${pointer}/${escapePointer(name)}`
    if (typeof one !== 'string') yield* formattedIn(one, member, at)
    else if (name === 'script') yield [`the script ${digest(one)}`, at]
    else if (hostFormats.has(member?.format) && !/^\/(?!\/)/.test(one)) yield [one, at]
  }
}

/** All texts in a value that are no secrets. */
function* textsIn(value: unknown, pointer: string): Generator<SecretAddress> {
  if (typeof value === 'string' && value !== MASK) yield [value, pointer]
  const members = Array.isArray(value) || isObject(value) ? Object.entries(value) : []
  for (const [name, one] of members) yield* textsIn(one, `${pointer}/${escapePointer(name)}`)
}

/** All texts in the members of an object that its schema does not declare: an extension may call them. */
function* undeclaredIn(value: object, schema: TSchema, pointer: string): Generator<SecretAddress> {
  const { properties = {} } = schema as Shape
  for (const [name, one] of Object.entries(value))
    if (!Object.hasOwn(properties, name)) yield* textsIn(one, `${pointer}/${escapePointer(name)}`)
}
