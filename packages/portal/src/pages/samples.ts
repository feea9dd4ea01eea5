import { exampleOf } from './calls.ts'
import { type Html, html } from './html.ts'
import type { Plan, SiteApi } from './site.ts'

/** A command that calls an API, as consumers paste it into a shell. */
export interface Sample {
  /** The program: `curl`, `grpcurl`, `websocat`. */
  readonly program: string
  readonly code: string
}

type Sampled = Pick<SiteApi, 'blueprint' | 'address'>
type Shown = Pick<SiteApi, 'blueprint' | 'address' | 'examples'>
type Mode = Plan['access_mode_configuration_type']

/**
 * The commands that call an API of its kind with the credentials of a plan. `ID`, `SECRET` and `TOKEN` stand for what the consumer
 * has. Without an address, `$GATEWAY` stands for it. Pure.
 *
 * @example
 * samples({ blueprint: 'REST', address: 'https://api.example.com/v1' }, { access_mode_configuration_type: 'apikey' })
 * // [{ program: 'curl', code: 'curl -u ID:SECRET https://api.example.com/v1' }]
 */
export function samples(
  { blueprint = 'REST', address }: Sampled,
  { access_mode_configuration_type: mode = 'keyless' }: Partial<Pick<Plan, 'access_mode_configuration_type'>> = {},
): readonly Sample[] {
  const make = makers[blueprint]
  return [make(address, mode)]
}

type Maker = (address: string | undefined, mode: Mode) => Sample

const curl = (mode: Mode): readonly string[] => ['curl', ...curlOptions[mode]]

const makers = {
  REST: (address, mode) => ({ program: 'curl', code: [...curl(mode), shown(address)].join(' ') }),
  Http: (address, mode) => ({ program: 'curl', code: [...curl(mode), shown(address)].join(' ') }),
  GraphQL: (address, mode) => ({
    program: 'curl',
    code: [
      [...curl(mode), shown(address)].join(' '),
      "-H 'Content-Type: application/json'",
      `-d '{"query": "{ __typename }"}'`,
    ].join(' \\\n  '),
  }),
  gRPC: (address, mode) => {
    const plain = address?.startsWith('http://') ? ['-plaintext'] : []
    return { program: 'grpcurl', code: ['grpcurl', ...plain, ...grpcOptions[mode], hostOf(address), 'list'].join(' ') }
  },
  Websocket: (address, mode) => ({
    program: 'websocat',
    code: ['websocat', ...socketOptions[mode], shown(address?.replace(/^http/, 'ws'))].join(' '),
  }),
} as const satisfies Record<NonNullable<SiteApi['blueprint']>, Maker>

const BEARER = ["-H 'Authorization: Bearer TOKEN'"]
const BASIC = ['-H "Authorization: Basic $(printf ID:SECRET | base64)"']

const curlOptions = {
  keyless: [],
  apikey: ['-u ID:SECRET'],
  jwt: BEARER,
  mtls: ['--cert client.pem --key client-key.pem'],
  'oauth2-local': BEARER,
  'oauth2-remote': BEARER,
} as const satisfies Record<Mode, readonly string[]>

const grpcOptions: Record<Mode, readonly string[]> = {
  ...curlOptions,
  apikey: BASIC,
  mtls: ['-cert client.pem -key client-key.pem'],
}

const socketOptions: Record<Mode, readonly string[]> = {
  ...curlOptions,
  apikey: ['--basic-auth ID:SECRET'],
  jwt: ["-H='Authorization: Bearer TOKEN'"],
  mtls: ['--client-pkcs12-der client.p12'],
  'oauth2-local': ["-H='Authorization: Bearer TOKEN'"],
  'oauth2-remote': ["-H='Authorization: Bearer TOKEN'"],
}

/** A text as one word of a shell. Addresses have what the owner of the API typed. */
const shown = (address: string | undefined): string =>
  address === undefined
    ? '"$GATEWAY"'
    : /^[\w:/.~%-]+$/.test(address)
      ? address
      : `'${address.replaceAll("'", "'\\''")}'`

/** The host and the port that gRPC calls go to: their paths name services, so the base path is left out. */
function hostOf(address: string | undefined): string {
  const [, scheme, authority = ''] = /^(https?):\/\/([^/]*)/.exec(address ?? '') ?? []
  if (scheme === undefined) return shown(undefined)
  return shown(/:\d+$/.test(authority) ? authority : `${authority}:${scheme === 'http' ? 80 : 443}`)
}

/** The samples for a plan, at the address that its key page has; without a plan, at the first address of the API. */
function samplesFor({ blueprint, ...api }: Shown, plan?: Plan): readonly Sample[] {
  const address = exampleOf(api, plan?.id)
  return samples({ ...(blueprint && { blueprint }), ...(address !== undefined && { address }) }, plan)
}

/** The samples as HTML: blocks of code. */
export const sampleBlocks = (api: Shown, plan?: Plan): Html =>
  html`${samplesFor(api, plan).map(({ code }) => html`<div class="sample"><pre><code>${code}</code></pre></div>`)}`

/** The samples as Markdown: blocks of code, which no text can end. */
export const sampleLines = (api: Shown, plan?: Plan): readonly string[] =>
  samplesFor(api, plan).map(({ code }) => code.replace(/^/gm, '    '))
