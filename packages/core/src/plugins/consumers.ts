import type { JsonObject } from '../json.ts'
import type { AccessMode } from '../plans/access-modes.ts'
import { accessModes, isGiven } from '../plans/access-modes.ts'
import { problemsOfMode } from '../plans/plan-rules.ts'
import type { TProperties } from '../schema.ts'
import { choice, object, Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import type { ConfigProblems, Plugin } from './plugin.ts'
import { count, flag, headerName, settings, text, texts } from './settings.ts'

/** Settings of every plugin that admits consumers, in addition to those of a plan. */
const admission = {
  mandatory: flag('Whether requests without these credentials are rejected, instead of passed to the next plugin'),
  plan_ref: text('The plan whose consumers are admitted'),
}

/** The schema of a plugin that admits consumers: the configuration of its access modes, and its own settings. */
const admitting =
  (...modes: readonly { readonly configuration: TProperties }[]) =>
  (own: TProperties) =>
    settings({ ...admission, ...own, ...Object.assign({}, ...modes.map(({ configuration }) => configuration)) })

const modeRules =
  (mode: AccessMode) =>
  (config: JsonObject): ConfigProblems =>
    Object.fromEntries(problemsOfMode(mode, config).map(([pointer, found]) => [pointer, [found]]))

const defaultConfig = { mandatory: true }
const references: Plugin['references'] = [{ at: ['plan_ref'], to: 'plan' }]

/** Plugins that identify consumers and decide who is admitted. */
export const consumerPlugins = [
  definePlugin({
    id: 'ApikeyCalls',
    name: 'API keys',
    description: 'Admits requests with a valid API key, in headers or by HTTP Basic',
    steps: ['ValidateAccess'],
    categories: ['Authentication'],
    configSchema: admitting(
      accessModes['oauth2-local'],
      accessModes.apikey,
    )({
      extractors: Type.Optional(
        object(
          {
            basic: flag('HTTP Basic'),
            query: flag(
              'The parameters `client_id` and `client_secret`, which are hidden from the backend and from logs',
            ),
            bearer: flag('A token of the token endpoint'),
            client_id_header: headerName('Name of the header with the client id'),
            client_secret_header: headerName('Name of the header with the secret'),
          },
          { description: 'Where API keys are accepted' },
        ),
      ),
      wipe_backend_request: flag('Whether credentials are removed before the backend is called'),
    }),
    defaultConfig: {
      ...defaultConfig,
      extractors: {
        basic: true,
        bearer: true,
        query: false,
        client_id_header: 'Gateway-Client-Id',
        client_secret_header: 'Gateway-Client-Secret',
      },
      wipe_backend_request: true,
    },
    rules: modeRules(accessModes.apikey),
    references,
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'JwtUserExtractor',
    name: 'JSON Web Tokens',
    description: 'Admits requests with a JWT that has the expected signature, issuer and audience',
    steps: ['ValidateAccess'],
    categories: ['Authentication'],
    configSchema: admitting(accessModes.jwt)({
      id_claim: text('The claim that identifies the consumer'),
      clock_skew: count('Allowed difference of clocks, in seconds'),
    }),
    defaultConfig: { ...defaultConfig, header: 'Authorization', id_claim: 'sub', clock_skew: 5 },
    rules: modeRules(accessModes.jwt),
    references,
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'HasClientCertMatchingValidator',
    name: 'Client certificates',
    description: 'Admits requests whose client certificate has a matching subject and issuer',
    steps: ['ValidateAccess'],
    categories: ['Authentication'],
    configSchema: admitting(accessModes.mtls)({ serialNumbers: texts('Admitted serial numbers') }),
    defaultConfig,
    rules: (config) => (isGiven(config.serialNumbers) ? {} : modeRules(accessModes.mtls)(config)),
    references,
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'OIDCJwtVerifier',
    name: 'OpenID Connect tokens',
    description: 'Admits requests with a token of an OpenID Connect provider, verified by its keys or by introspection',
    steps: ['ValidateAccess'],
    categories: ['Authentication'],
    configSchema: admitting(accessModes['oauth2-remote'])({
      cache: count('Seconds for which an introspection is cached'),
    }),
    defaultConfig: { ...defaultConfig, cache: 60 },
    rules: modeRules(accessModes['oauth2-remote']),
    references,
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'ClientCredentialTokenEndpoint',
    name: 'Token endpoint',
    description: 'Issues tokens for client credentials (RFC 6749, section 4.4)',
    steps: ['CallBackend'],
    categories: ['Authentication'],
    configSchema: settings({
      publishes: Type.Optional(
        choice(['tokens', 'keys'], {
          description: 'Whether it issues tokens, or returns their public keys (RFC 7517)',
        }),
      ),
      plans: Type.Optional(
        Type.Array(
          object({
            plan_ref: Type.String({ minLength: 1 }),
            expiresIn: count('Lifetime of a token in seconds', 1),
            scopes: texts('Scopes that clients may request'),
          }),
          { description: 'The plans whose consumers can get tokens' },
        ),
      ),
    }),
    defaultConfig: { publishes: 'tokens', plans: [] },
    references: [{ at: ['plans', '*', 'plan_ref'], to: 'plan' }],
    implemented: true,
  }),
  definePlugin({
    id: 'ExpectedConsumer',
    name: 'Consumer expected',
    description: 'Rejects requests that no earlier plugin has admitted',
    steps: ['ValidateAccess'],
    categories: ['AccessControl'],
    configSchema: settings({ plan_required: flag('Whether the consumer must be one of a plan of the API') }),
    implemented: true,
  }),
  definePlugin({
    id: 'ConsumerUsage',
    name: 'Usage of the consumer',
    description: 'Returns to the consumer the limits of their quotas, and what is used; such requests are not charged',
    steps: ['CallBackend'],
    categories: ['AccessControl'],
    configSchema: settings({}),
    implemented: true,
  }),
]
