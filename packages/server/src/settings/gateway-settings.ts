import { isIP } from 'node:net'
import { readGatewayUrl } from '@signalbox/core/evaluate'
import { readRedisUrl, redisUrls } from '../redis/redis-url.ts'
import { listOf, oneOf, settingIn, share, textThat, trueOrFalse, wholeNumber, wordOr } from './setting.ts'

const isPort = wholeNumber(0, 65_535)
const isFile = (text: string): boolean => text !== ''

const setting = settingIn('gateway')
const plane = settingIn('planes')
const operators = settingIn('observing')

/** The settings of the gateway, and of the port for operators. */
export const gatewaySettings = {
  gatewayPort: setting<number | 'off'>({
    initial: 9080,
    about: 'Port of the gateway, which serves the published APIs',
    more: 'Without this setting, a port in use is only a warning, and PORT=0 picks a free port',
    allowed: 'off, or a whole number from 0 to 65535',
    read: wordOr('off', isPort),
  }),
  gatewayHost: setting({
    initial: '',
    about: 'Address on which the gateway listens; without it, that of HOST',
    allowed: 'an IP address or localhost',
    read: textThat((host) => host === '' || host === 'localhost' || isIP(host) !== 0),
  }),
  gatewayUrl: setting({
    initial: '',
    about: 'URL at which clients reach the gateway, for the dashboard and its examples',
    more: 'Set it if the gateway is behind a proxy, or its address is not the one on which it listens. Without it, the address on which a gateway listens',
    allowed: 'a URL such as https://api.example.com, without credentials, query and fragment',
    read: (value) => (value === '' ? value : typeof value === 'string' ? readGatewayUrl(value) : undefined),
  }),
  gatewayTlsCert: setting<readonly string[]>({
    initial: [],
    about: 'Files with the certificates of the gateway (PEM), separated by commas',
    more: 'The host that the client asks for (SNI) chooses among them, and the first is for all others',
    allowed: 'names of files, separated by commas',
    read: listOf(isFile),
  }),
  gatewayTlsKey: setting<readonly string[]>({
    initial: [],
    about: 'Files with the private keys of these certificates (PEM), in the same order',
    allowed: 'names of files, separated by commas',
    read: listOf(isFile),
  }),
  gatewayTlsClientCa: setting<readonly string[]>({
    initial: [],
    about: 'Files with the authorities (PEM) whose client certificates the gateway trusts',
    allowed: 'names of files, separated by commas',
    read: listOf(isFile),
  }),
  gatewayTlsClientCert: setting<'none' | 'optional' | 'required'>({
    initial: 'none',
    about: 'Whether the gateway asks clients for certificates',
    more: 'With required, connections without a trusted one are refused',
    allowed: 'none, optional or required',
    read: oneOf('none', 'optional', 'required'),
  }),
  gatewayH2: setting<boolean>({
    initial: false,
    about: 'Whether clients of the gateway may speak HTTP/2; requires certificates',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  gatewayTrusted: setting<readonly string[]>({
    initial: [],
    about: 'Addresses of proxies in front of the gateway, whose X-Forwarded headers it trusts',
    allowed: 'addresses and ranges such as 10.0.0.0/8, separated by commas',
    read: listOf(isRange),
  }),
  gatewayTrustedClientCert: setting<boolean>({
    initial: false,
    about: 'Whether these proxies tell the certificates of clients by Client-Cert (RFC 9440)',
    more: 'They must verify the certificate and replace the header of clients',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  gatewayBackends: setting<readonly string[]>({
    initial: [],
    about: 'Servers that targets of APIs may name',
    more: 'By default, everything except cloud metadata services and the ports of this process, which are never called',
    allowed: 'addresses, ranges such as 10.0.0.0/8, and hosts such as *.internal, separated by commas',
    read: listOf((text) => isRange(text) || isHostPattern(text)),
  }),
  gatewayGrants: setting<readonly string[]>({
    initial: [],
    about: 'Rights of the workflows that routes run, here and for data planes with a gateway key',
    more: 'Grants such as cart:*$$$CRU apply to features, segments, configs, experiments, workflows and the values that workflows keep. By default, workflows have none',
    allowed: 'patterns of ids and keys, each with $$$ and letters of CRUD, separated by commas',
    read: listOf((text) => /^[A-Za-z0-9_@.:*-]+\$\$\$[CRUD]{1,4}$/.test(text)),
  }),
  gatewayLimits: setting({
    initial: 'local',
    about: 'Where the gateway counts requests for rate limits and quotas',
    more: 'Each process counts for itself, or all processes of a PostgreSQL store together, or all that name the same Redis and prefix',
    allowed: `local, store (only with a PostgreSQL store), or ${redisUrls}`,
    secret: true,
    read: textThat((text) => ['local', 'store'].includes(text) || readRedisUrl(text) !== undefined),
  }),
  gatewayLegacyRateLimitHeaders: setting<boolean>({
    initial: false,
    about: 'Whether responses of limited routes also have the X-RateLimit headers',
    more: 'These are X-RateLimit-Limit, -Remaining and -Reset',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  gatewayLog: setting({
    initial: 'stdout',
    about: 'Where the gateway writes its access log, one line of JSON for each request',
    more: 'By default, createServer writes none',
    allowed: 'off, stdout or file:PATH',
    read: textThat((text) => ['off', 'stdout'].includes(text) || /^file:./.test(text)),
  }),
  gatewayLogSample: setting({
    initial: 1,
    about: 'Share of the successful requests that the access log lists',
    more: 'Errors and slow requests are always listed',
    allowed: 'a number from 0 to 1',
    read: share,
  }),
  gatewayFrom: plane({
    initial: '',
    about: 'Address of the Signalbox whose APIs the command gateway serves in a process of its own',
    allowed:
      'a URL such as https://signalbox.example.com, http only to this machine; or s3://BUCKET/PREFIX with its snapshots',
    read: textThat((text) => text === '' || /^(https?|s3):\/\/./.test(text)),
  }),
  gatewayKey: plane({
    initial: '',
    about: 'Gateway key with which the command gateway follows that Signalbox',
    allowed: 'a text that begins with sbxg_',
    secret: true,
    read: textThat((text) => text === '' || /^sbxg_./.test(text)),
  }),
  gatewayState: plane({
    initial: '',
    about: 'Folder in which the command gateway keeps what it serves',
    more: 'With it, the command can start without that Signalbox',
    allowed: 'the name of a folder',
    read: textThat(() => true),
  }),
  gatewayWorkers: setting({
    initial: 1,
    about: 'Processes of the gateway that share its port and its limits',
    more: 'With more than one, each uses a core, and what was written is served a moment after the answer',
    allowed: 'a whole number from 1 to 64',
    read: wholeNumber(1, 64),
  }),
  gatewayStaleMax: plane({
    initial: 86_400,
    about: 'Seconds without contact after which the gateway refuses on routes that admit consumers',
    allowed: 'a whole number from 15 to 31536000',
    read: wholeNumber(15, 31_536_000),
  }),
  adminPort: operators<number | 'off'>({
    initial: 'off',
    about: 'Port for operators: /live, /ready, /startup, /metrics and /explain',
    more: 'It requires no credentials',
    allowed: 'off, or a whole number from 0 to 65535',
    read: wordOr('off', isPort),
  }),
  adminHost: operators({
    initial: '127.0.0.1',
    about: 'Address on which the port for operators listens',
    allowed: 'an IP address or localhost',
    read: textThat((host) => host === 'localhost' || isIP(host) !== 0),
  }),
  adminTraffic: operators<boolean>({
    initial: false,
    about: 'Whether the port for operators also has /tail and /captures',
    more: 'On a loopback address, it always has them',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
} as const

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** A host name, or `*.` and one. Its last label is not a number, so that it is not a mistyped address. */
const isHostPattern = (text: string): boolean => /^(\*\.)?([a-z0-9_-]+\.)*(?=[a-z0-9_-]*[a-z_])[a-z0-9_-]+$/i.test(text)
