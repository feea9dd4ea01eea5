import { isIP } from 'node:net'
import { isReplicaUrl, isStoreUrl, nearestStore, storeUrls } from '../stores/stores.ts'
import { dashboardSettings } from './dashboard-settings.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { jvmSettings } from './jvm-settings.ts'
import { observingSettings } from './observing-settings.ts'
import { oidcSettings } from './oidc-settings.ts'
import { portalSettings } from './portal-settings.ts'
import {
  listOf,
  oneOf,
  partOfAll,
  type Setting,
  settingGroups,
  settingIn,
  textThat,
  trueOrFalse,
  wholeNumber,
} from './setting.ts'
import { readSinkSpecs, type SinkSpec } from './sink-spec.ts'
import { snapshotSettings } from './snapshot-settings.ts'

const http = settingIn('http')
const store = settingIn('store')
const flags = settingIn('flags')
const pages = settingIn('dashboard')
const scripts = settingIn('scripts')
const copies = settingIn('copies')
const accounts = settingIn('accounts')

/**
 * All settings by their name in the config file. `--help`, the reading of each source and the messages about invalid
 * values are generated from this table.
 */
export const settings = {
  port: http({
    variable: 'PORT',
    initial: 9000,
    about: 'Port to listen on; 0 picks a free port',
    allowed: 'a whole number from 0 to 65535',
    read: wholeNumber(0, 65_535),
  }),
  host: http({
    variable: 'HOST',
    initial: '127.0.0.1',
    about: 'Address to listen on; 0.0.0.0 accepts connections from other machines',
    allowed: 'an IP address or localhost',
    read: textThat((host) => host === 'localhost' || isIP(host) !== 0),
  }),
  tlsCert: http<readonly string[]>({
    initial: [],
    about: 'Files with the certificates of the server (PEM) for https, separated by commas',
    more: 'The host that the client asks for (SNI) chooses one; the first is for all other hosts',
    allowed: 'names of files, separated by commas',
    read: listOf((file) => file !== ''),
  }),
  tlsKey: http<readonly string[]>({
    initial: [],
    about: 'Files with the private keys of these certificates (PEM), in the same order',
    allowed: 'names of files, separated by commas',
    read: listOf((file) => file !== ''),
  }),
  tlsMinVersion: http<'TLSv1.2' | 'TLSv1.3'>({
    initial: 'TLSv1.2',
    about: 'Oldest version of TLS that clients of the server and of the gateway may use',
    allowed: 'TLSv1.2 or TLSv1.3',
    read: oneOf('TLSv1.2', 'TLSv1.3'),
  }),
  store: store({
    initial: 'sqlite:./signalbox.db',
    about: 'Where records are stored',
    more: 'With memory: they are lost when the process ends',
    allowed: storeUrls,
    secret: true,
    read: textThat(isStoreUrl),
    nearest: nearestStore,
  }),
  storeTimeout: store({
    initial: 10_000,
    about: 'Timeout of PostgreSQL in milliseconds',
    more: 'After it, the call fails and its connection is replaced',
    allowed: 'a whole number from 100 to 600000',
    read: wholeNumber(100, 600_000),
  }),
  readFrom: store({
    initial: '',
    about: 'Standby of the PostgreSQL store that answers lists, history and downloads',
    more: 'If it is more than a second behind or away, the store answers',
    allowed: 'postgres://USER:PASSWORD@HOST/DATABASE with one host',
    secret: true,
    read: textThat((url) => url === '' || isReplicaUrl(url)),
  }),
  mode: pages<'production' | 'development'>({
    initial: 'production',
    about: 'production prints a warning if records are only kept in memory',
    more: 'With development, the descriptions below /apis are open',
    allowed: 'production or development',
    read: oneOf('production', 'development'),
  }),
  ...dashboardSettings,
  ...portalSettings,
  timeZone: flags({
    initial: 'UTC',
    about: 'Time zone of dates without a zone',
    allowed: 'an IANA time zone, such as UTC or Europe/Paris',
    read: textThat(isTimeZone),
  }),
  bucketing: flags<'murmur3' | 'classic'>({
    initial: 'murmur3',
    about: 'How percentages choose clients',
    more: 'With classic, they keep the buckets of the previous feature service',
    allowed: 'murmur3 or classic',
    read: oneOf('murmur3', 'classic'),
  }),
  assignment: flags<'balanced' | 'hash' | 'classic'>({
    initial: 'balanced',
    about: 'How experiments choose variants',
    more: 'With classic, they choose as the previous feature service did',
    allowed: 'balanced, hash or classic',
    read: oneOf('balanced', 'hash', 'classic'),
  }),
  earlierForm: flags<boolean>({
    initial: false,
    about: 'Whether responses contain fields for clients of the previous feature service',
    more: 'These are startAt and endAt of hours, and descriptions of experiments',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  clientIdHeader: http({
    initial: 'Service-Client-Id',
    about: 'Header that carries the id of an API key',
    allowed: 'the name of a header',
    read: textThat(isHeaderName),
  }),
  clientSecretHeader: http({
    initial: 'Service-Client-Secret',
    about: 'Header that carries the secret of an API key',
    allowed: 'the name of a header',
    read: textThat(isHeaderName),
  }),
  bodyLimit: http({
    initial: 1024 * 1024,
    about: 'Maximum size of a JSON body, a record and an nd-json line, in bytes',
    allowed: 'a whole number of bytes from 1024 to 268435456',
    read: wholeNumber(1024, 256 * 1024 * 1024),
  }),
  apiBodyLimit: http({
    initial: 16 * 1024 * 1024,
    about: 'Maximum size of an API of the gateway as JSON, without its deployments, in bytes',
    allowed: 'a whole number of bytes from 1024 to 268435456',
    read: wholeNumber(1024, 256 * 1024 * 1024),
  }),
  headersMs: http({
    initial: 15_000,
    about: 'Timeout for the headers of a request in milliseconds',
    more: 'After it, the response is 408',
    allowed: 'a whole number from 100 to 600000',
    read: wholeNumber(100, 600_000),
  }),
  bodyMs: http({
    initial: 30_000,
    about: 'Timeout for each KiB of a body in milliseconds',
    more: 'After it, the response is 408; uploads of nd-json have ten times as long',
    allowed: 'a whole number from 100 to 600000',
    read: wholeNumber(100, 600_000),
  }),
  connections: http({
    initial: 10_000,
    about: 'Maximum number of concurrent connections, including event streams',
    more: 'On further ones only probes are answered, and everything else gets 503',
    allowed: 'a whole number from 1 to 1000000',
    read: wholeNumber(1, 1_000_000),
  }),
  streamShare: http({
    initial: 0.8,
    about: 'Share of these connections that may be event streams',
    more: 'Further streams get 503',
    allowed: 'a number above 0, at most 1',
    read: partOfAll,
  }),
  addressShare: http({
    initial: 0.75,
    about: 'Share of these connections, and of the event streams, that one address may have',
    more: 'Further ones get 429. For IPv6, an address is a /64. Behind trusted proxies, it limits the event streams of each client',
    allowed: 'a number above 0, at most 1',
    read: partOfAll,
  }),
  corsOrigins: http<readonly string[]>({
    initial: [],
    about: 'Origins whose pages may call the API (CORS), separated by commas',
    more: 'With *, all may',
    allowed: 'origins such as https://app.example.com, separated by commas, or *',
    read: listOf(isOrigin),
  }),
  mcpHosts: http<readonly string[]>({
    initial: [],
    about: 'Host names besides localhost under which clients reach signalbox mcp --port, separated by commas',
    more: 'Requests for other hosts are rejected',
    allowed: 'host names such as mcp.example.com, without ports, separated by commas',
    read: listOf(isHost),
  }),
  trustProxy: http({
    initial: 0,
    about: 'Number of trusted proxies in front that add to X-Forwarded-For',
    allowed: 'a whole number from 0 to 10',
    read: wholeNumber(0, 10),
  }),
  scriptOrigins: scripts<readonly string[]>({
    initial: [],
    about: 'Origins that scripts and workflows may call, separated by commas',
    more: 'Scripts never reach private addresses',
    allowed: 'origins such as https://api.example.com, separated by commas',
    read: listOf((text) => text !== '*' && isOrigin(text)),
  }),
  scriptMs: scripts({
    initial: 50,
    about: 'CPU time of a script in milliseconds',
    more: 'The wall time is twenty times as long, but at least one second; scripts of routes get at most 10',
    allowed: 'a whole number from 1 to 10000',
    read: wholeNumber(1, 10_000),
  }),
  scriptMib: scripts({
    initial: 16,
    about: 'Memory of a script in MiB',
    allowed: 'a whole number from 4 to 1024',
    read: wholeNumber(4, 1024),
  }),
  ...jvmSettings,
  webhookPrivate: copies<boolean>({
    initial: false,
    about: 'Whether webhooks may call private addresses',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  sinks: copies<readonly SinkSpec[]>({
    initial: [],
    about: 'Where the event log is copied to',
    more: 'Each sink has an id, an address `to`, a filter and options',
    allowed: 'a JSON list of sinks with different ids, such as [{"id": "audit", "to": "s3://bucket/log"}]',
    secret: true,
    read: readSinkSpecs,
  }),
  workflowMs: scripts({
    initial: 5000,
    about: 'Duration of a workflow run in milliseconds, including waiting',
    allowed: 'a whole number from 1 to 600000',
    read: wholeNumber(1, 600_000),
  }),
  workflowRuns: scripts({
    initial: 64,
    about: 'Maximum number of concurrent workflow runs, half of them for one caller',
    more: 'Further calls return 429',
    allowed: 'a whole number from 1 to 10000',
    read: wholeNumber(1, 10_000),
  }),
  workflowKept: scripts({
    initial: 10_000,
    about: 'Maximum number of values that workflows store between runs, each up to 64 KiB',
    allowed: 'a whole number from 1 to 1000000',
    read: wholeNumber(1, 1_000_000),
  }),
  workflowPrivate: scripts<boolean>({
    initial: false,
    about: 'Whether workflows may call the origins of SIGNALBOX_SCRIPT_ORIGINS at private addresses',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  eventRetentionDays: store({
    initial: 7,
    about: 'Number of days for which events are retained',
    allowed: 'a whole number from 1 to 3650',
    read: wholeNumber(1, 3650),
  }),
  experimentRetentionDays: store({
    initial: 0,
    about: 'Days for which bindings and events of an experiment stay after it was disabled; 0 keeps them',
    more: 'Its results stay',
    allowed: 'a whole number from 0 to 3650',
    read: wholeNumber(0, 3650),
  }),
  usageRetentionDays: store({
    initial: 90,
    about: 'Number of days for which the usage of APIs is retained',
    allowed: 'a whole number from 1 to 3650',
    read: wholeNumber(1, 3650),
  }),
  gatewayDocResourcesAccessKey: pages({
    variable: 'GATEWAY_DOC_RESOURCES_ACCESS_KEY',
    place: ['gateway', 'doc-resources', 'accessKey'],
    initial: '',
    about: 'Key that the descriptions below /apis require',
    more: 'Without a key, they are open',
    allowed: 'a text',
    secret: true,
    read: textThat(() => true),
  }),
  ...observingSettings,
  ...gatewaySettings,
  ...snapshotSettings,
  ...oidcSettings,
  adminUser: accounts({
    initial: 'admin',
    about: 'Id of the admin that the first start creates',
    allowed: 'letters, digits and _@.-',
    read: textThat(isSegment),
  }),
  adminPassword: accounts({
    initial: '',
    about: 'Password of that user; without it, a random password is printed once',
    allowed: 'a text of at least 12 characters',
    secret: true,
    read: textThat((password) => password === '' || password.length >= 12),
  }),
  clientId: accounts({
    initial: '',
    about: 'Id of an API key for admins, created at the start if it does not exist',
    allowed: 'letters, digits and _@.-',
    read: textThat((id) => id === '' || isSegment(id)),
  }),
  clientSecret: accounts({
    initial: '',
    about: 'Secret of that API key',
    allowed: 'a text of at least 16 characters',
    secret: true,
    read: textThat((secret) => secret === '' || secret.length >= 16),
  }),
  fromClientId: accounts({
    initial: '',
    about: 'Id of the API key for the server that `export --dir`, `diff` and `promote` read from',
    more: 'Without it, the one of SIGNALBOX_CLIENT_ID',
    allowed: 'letters, digits and _@.-',
    read: textThat((id) => id === '' || isSegment(id)),
  }),
  fromClientSecret: accounts({
    initial: '',
    about: 'Secret of that API key',
    allowed: 'a text of at least 16 characters',
    secret: true,
    read: textThat((secret) => secret === '' || secret.length >= 16),
  }),
} as const

/** The name of a setting in the config file. */
export type SettingName = keyof typeof settings

/** The values of all settings. */
export type Settings = {
  readonly [N in SettingName]: (typeof settings)[N] extends Setting<infer T> ? T : never
}

/** The names of all settings, in the order of the table. */
export const settingNames = Object.keys(settings) as readonly SettingName[]

/** The names of the settings of each group, and the title of the group. */
export const groupsOfSettings = Object.entries(settingGroups).map(([group, title]) => ({
  title,
  names: settingNames.filter((name) => settings[name].group === group),
}))

/** A default value as text. */
export const initialOf = ({ initial }: Setting<unknown>): string =>
  (Array.isArray(initial) ? initial.join(',') : String(initial)) || 'none'

/** Returns the environment variable of a setting. */
export function variableOf(name: SettingName): string {
  const { variable }: Setting<unknown> = settings[name]
  return variable ?? `SIGNALBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isHeaderName(text: string): boolean {
  return /^[A-Za-z0-9-]{1,100}$/.test(text)
}

function isSegment(text: string): boolean {
  return /^[A-Za-z0-9_@.-]{1,512}$/.test(text)
}

function isHost(text: string): boolean {
  return URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text
}

function isOrigin(text: string): boolean {
  if (text === '*') return true
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text
}
