import { escapePointer, isObject, own } from '../machine/json/json.ts'
import { type AddressesOf, CHANGED, type SecretAddress } from '../machine/records/secrets/secret-addresses.ts'
import { MASK } from '../machine/records/secrets/secrets.ts'
import type { TSchema } from '../machine/schema/schema.ts'
import { digest } from '../machine/secrets/secret.ts'
import type { PluginCatalog } from '../plugins/create-catalog.ts'
import { PLUGIN_PREFIX } from '../plugins/plugin.ts'
import { referencesOf } from '../plugins/references-of.ts'
import type { ApiDefinition } from './apis/api.ts'
import { DEFAULT_CLIENT } from './apis/defaults.ts'
import {
  type ApiBackend,
  type ApiBackendClient,
  backendSettings,
  clientSettings,
  targetSchema,
} from './backends/backend.ts'
import { defaultPlace } from './compile/flow.ts'
import type { ApiFlow, Slot } from './flows/flow.ts'

type Settings = NonNullable<ApiBackend['backend']>
type Target = NonNullable<Settings['targets']>[number]

/** Where a slot is, and which parts of a configuration that is not known count. */
interface Slots {
  readonly api: ApiDefinition
  readonly pointer: string
  readonly partsIn: PartsIn
}

/** The part of a schema that tells which texts are addresses. */
interface Shape {
  readonly format?: string
  readonly properties?: Readonly<Record<string, Shape>>
}

/**
 * The addresses that secrets in the configuration of a gateway are sent to. Secrets of a flow go to the backends of its
 * routes and to what its plugins call; secrets of a backend go to its targets.
 */
export function gatewayAddresses({ find }: PluginCatalog) {
  function* ofSlot(slot: Slot, { api, pointer, partsIn }: Slots): Generator<SecretAddress> {
    const plugin = find(slot.plugin)
    const config = slot.config ?? {}
    const at = `${pointer}/config`
    // What other programs do with a text of their configuration is not known: each may be an address.
    const isKnown = plugin?.id.startsWith(PLUGIN_PREFIX) === true
    yield* isKnown ? formattedIn(config, plugin.configSchema as Shape, at) : partsIn(config, at)
    if (plugin?.id === OVERRIDE_HOST && config.host === undefined) yield [TARGET_HOST, at]
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
    const slots = flow.plugins?.slots ?? []
    if (!slots.some(setsHost)) {
      yield [CLIENT_HOST, `${pointer}/plugins`]
      yield [TARGET_HOST, `${pointer}/plugins`]
    }
    for (const [i, slot] of slots.entries())
      yield* ofSlot(slot, { api, pointer: `${pointer}/plugins/slots/${i}`, partsIn: textsIn })
  }

  return {
    slot: ({ value, root, pointer }) => ofSlot(value as Slot, { api: root as ApiDefinition, pointer, partsIn: allIn }),
    flow: ({ value, root, pointer }) => ofFlow(value as ApiFlow, root as ApiDefinition, pointer),
    backend: ({ value, pointer }) => ofBackend(value as Pick<ApiBackend, 'backend'>, pointer, allIn),
    client: ({ value, root, pointer }) => ofClient(value as ApiBackendClient, root as ApiDefinition, pointer),
  } satisfies Record<string, AddressesOf>
}

/** The targets of a backend of the API, or else the stored backend: its writers decide about its targets. */
function* ofBackendNamed(id: string, { backends = [] }: ApiDefinition, pointer: string): Generator<SecretAddress> {
  const place = backends.findIndex((one) => one.id === id)
  if (place < 0) yield [`the stored backend ${id}`, pointer]
  else yield* ofBackend(backends[place] as ApiBackend, `/backends/${place}`)
}

function* ofBackend(
  { backend = {} }: Pick<ApiBackend, 'backend'>,
  pointer: string,
  partsIn: PartsIn = textsIn,
): Generator<SecretAddress> {
  const at = `${pointer}/backend`
  for (const [i, target] of (backend.targets ?? []).entries()) {
    yield [addressOf(target, backend), `${at}/targets/${i}`]
    yield* undeclaredIn(target, targetSchema, `${at}/targets/${i}`, partsIn)
  }
  yield* undeclaredIn(backend, backendSettings, at, partsIn)
}

/** Client settings are used for backends that name them, and may be for stored ones. */
function* ofClient(
  { id, client = {} }: ApiBackendClient,
  api: ApiDefinition,
  pointer: string,
): Generator<SecretAddress> {
  yield* undeclaredIn(client, clientSettings, `${pointer}/client`, allIn)
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
    ...(tls && tls_config ? trustOf(tls_config) : []),
  ].join(' ')
}

/** Which servers are taken for the one that is meant, if that is not the usual. */
function trustOf({ sni, ca, pins, verify }: NonNullable<Target['tls_config']>): string[] {
  const listed = (list: readonly unknown[] | undefined) => list && digest(JSON.stringify([...list].sort())).slice(0, 16)
  return [
    ...(sni === undefined ? [] : [`with the server name ${sni.toLowerCase()}`]),
    ...(ca === undefined ? [] : [`with the authorities ${listed(ca)}`]),
    ...(pins === undefined ? [] : [`with the pins ${listed(pins)}`]),
    ...(verify === false ? ['without verification'] : []),
  ]
}

/** Whether a slot sets the host for the backend, of every request. */
const setsHost = ({ plugin, enabled = true, include = [], exclude = [] }: Slot): boolean =>
  plugin === OVERRIDE_HOST && enabled && include.length === 0 && exclude.length === 0

const OVERRIDE_HOST = `${PLUGIN_PREFIX}OverrideHost`
const CLIENT_HOST = 'whatever host the client names'
const TARGET_HOST = 'the host of the target'

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

/** Finds the parts of a value that may be addresses. */
type PartsIn = (value: unknown, pointer: string) => Generator<SecretAddress>

/** The texts in a value that are no secrets, and the names of members that may be hosts: another holder may be sent there. */
function* textsIn(value: unknown, pointer: string): Generator<SecretAddress> {
  if (typeof value === 'string' && value !== MASK && value !== CHANGED) yield [value, pointer]
  for (const [name, one] of membersOf(value)) {
    const at = `${pointer}/${escapePointer(name)}`
    if (!Array.isArray(value) && /[.:/]/.test(name)) yield [name, at]
    yield* textsIn(one, at)
  }
}

/**
 * Everything in a value but the secrets that stay: each text, number and flag, and where it is. So the names of members count,
 * and so does a new secret beside others, which may be an address that is only named like a secret.
 */
function* allIn(value: unknown, pointer: string, place = ''): Generator<SecretAddress> {
  if (value === MASK) return
  const members = membersOf(value)
  for (const [name, one] of members)
    yield* allIn(
      one,
      `${pointer}/${escapePointer(name)}`,
      `${place}/${Array.isArray(value) ? '-' : escapePointer(name)}`,
    )
  if (members.length > 0) return
  if (typeof value === 'string' && value !== CHANGED) yield [value, pointer]
  yield [`${typeof value === 'string' ? value : JSON.stringify(value)} as ${place === '' ? '/' : place}`, pointer]
}

const membersOf = (value: unknown): [name: string, one: unknown][] =>
  Array.isArray(value) || isObject(value) ? Object.entries(value) : []

/** The parts of an object that its schema does not declare, at any depth: an extension may call them. */
function* undeclaredIn(value: object, schema: TSchema, pointer: string, partsIn: PartsIn): Generator<SecretAddress> {
  const { properties = {} } = schema as Shape
  for (const [name, one] of Object.entries(value)) {
    const at = `${pointer}/${escapePointer(name)}`
    const declared = own(properties, name) as TSchema | undefined
    if (!declared) yield* partsIn({ [name]: one }, pointer)
    else if (isObject(one)) yield* undeclaredIn(one, declared, at, partsIn)
  }
}
