import { type Problem, problem } from '../machine/errors/errors.ts'
import { isObject, type JsonObject, own } from '../machine/json/json.ts'
import { anyObject, choice, object, type Static, type TProperties, Type } from '../machine/schema/schema.ts'

const text = Type.Optional(Type.String())
const texts = Type.Optional(Type.Array(Type.String()))
/** The key that verifies signatures. It is not sent anywhere. */
const secret = Type.Optional(Type.String({ minLength: 1, writeOnly: true, 'x-sent-to': [] }))
/**
 * A secret that is sent to the addresses of the provider: a caller who changes one of them must send the secret again.
 */
const clientSecret = Type.Optional(
  Type.String({ minLength: 1, writeOnly: true, 'x-sent-to': ['introspectionUrl', 'jwksUrl', 'issuer'] }),
)
const count = Type.Optional(Type.Integer({ minimum: 0 }))
/** 2001-09-09 in epoch milliseconds. */
const EARLIEST_MS = 1_000_000_000_000
const hours = Type.Optional(Type.Number({ minimum: 0, description: 'Hours' }))

const url = Type.Optional(Type.String({ format: 'http(s) URL' }))

/** A list of requests by method and path. */
const requests = (description: string) =>
  Type.Optional(
    Type.Array(
      object({
        method: Type.Optional(Type.String({ minLength: 1, description: 'A method, or `*`. Absent: any method' })),
        path: Type.String({ minLength: 1, description: 'A path below the context path; `*` matches any characters' }),
      }),
      { description },
    ),
  )

/** Which requests a credential can be used for. */
export const restrictionsSchema = object(
  {
    enabled: Type.Optional(Type.Boolean()),
    allowLast: Type.Optional(
      Type.Boolean({
        description: 'Whether `notFound` and `forbidden` have precedence over `allowed`. Absent: true',
      }),
    ),
    allowed: requests('If not empty, all other requests are rejected (403)'),
    forbidden: requests('Answered 403'),
    notFound: requests('Answered 404'),
  },
  { description: 'Allowed and forbidden paths and methods' },
)

/** Signature algorithms by the kind of key that verifies them (RFC 7518, RFC 8037). */
export const jwtAlgorithms = {
  secret: ['HS256', 'HS384', 'HS512'],
  publicKey: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
} as const

const quotaSchema = object({
  window: Type.Optional(Type.Integer({ minimum: 1, description: 'Seconds' })),
  perWindow: count,
  perDay: count,
  perMonth: count,
})
/** How much a consumer may use. What is absent is not limited. */
export type Quota = Static<typeof quotaSchema>
const quota = Type.Optional(quotaSchema)

/** Settings of plans whose consumers are identified by a claim or a certificate instead of a credential. */
const claimSettings = {
  requireSubscription: Type.Optional(
    Type.Boolean({ description: 'Whether only owners of a subscription to the plan are admitted' }),
  ),
  quota,
}

/** Settings of the credentials that a plan issues. */
export const credentialSettings = {
  clientIdPattern: Type.Optional(
    Type.String({ maxLength: 64, description: 'A regular expression from which client ids are generated' }),
  ),
  clientNamePattern: Type.Optional(
    Type.String({ maxLength: 64, description: 'A regular expression from which client names are generated' }),
  ),
  description: text,
  authorizedEntities: Type.Optional(Type.Array(Type.String())),
  enabled: Type.Optional(Type.Boolean()),
  readOnly: Type.Optional(Type.Boolean({ description: 'Whether only GET, HEAD and OPTIONS are allowed' })),
  allowClientIdOnly: Type.Optional(
    Type.Boolean({ description: 'Whether the client id is enough, without the secret' }),
  ),
  constrainedServicesOnly: Type.Optional(Type.Boolean()),
  restrictions: Type.Optional(restrictionsSchema),
  rotation: Type.Optional(object({ enabled: Type.Optional(Type.Boolean()), rotationEvery: hours, gracePeriod: hours })),
  validUntil: Type.Optional(
    Type.Number({
      minimum: EARLIEST_MS,
      description: 'Epoch milliseconds; smaller numbers, such as epoch seconds, are rejected',
    }),
  ),
  quota,
  tags: texts,
  metadata: Type.Optional(anyObject()),
}

/** A problem with its JSON pointer into the configuration. */
export type ModeProblem = readonly [pointer: string, problem: Problem]

/** An access mode: its configuration, rules and plugin. */
export interface AccessMode {
  /** The members of its configuration. */
  readonly configuration: TProperties
  /** Members of which at least one is required: without any, nobody could be identified. */
  readonly needs?: readonly string[]
  /** Whether exactly one of `needs` is allowed, since two could contradict each other. */
  readonly needsOne?: true
  /** Rules across members. Accepts any object. */
  readonly rules?: (configuration: JsonObject) => readonly ModeProblem[]
  /** The plugin that guards routes; absent if the mode admits everyone. */
  readonly plugin?: string
}

/** The access modes of plans: the configuration of each, and the plugin it adds to routes. */
export const accessModes = {
  keyless: { configuration: {} },
  apikey: { configuration: credentialSettings, rules: credentialRules, plugin: 'ApikeyCalls' },
  jwt: {
    configuration: {
      secret,
      publicKey: text,
      jwksUrl: url,
      algorithms: Type.Optional(
        Type.Array(choice([...jwtAlgorithms.secret, ...jwtAlgorithms.publicKey]), {
          minItems: 1,
          description: 'HS… require a secret, all others a public key. Absent: HS256, or RS256, PS256, ES256 and EdDSA',
        }),
      ),
      issuer: text,
      audience: text,
      header: Type.Optional(Type.String({ format: 'header name' })),
      ...claimSettings,
    },
    needs: ['secret', 'publicKey', 'jwksUrl'],
    needsOne: true,
    rules: (configuration) => [...algorithmRules(configuration), ...quotaRules(configuration)],
    plugin: 'JwtUserExtractor',
  },
  mtls: {
    configuration: { subjectPatterns: texts, issuerPatterns: texts, ...claimSettings },
    needs: ['subjectPatterns', 'issuerPatterns'],
    rules: quotaRules,
    plugin: 'HasClientCertMatchingValidator',
  },
  'oauth2-local': {
    configuration: {
      ...credentialSettings,
      expiresIn: Type.Optional(Type.Integer({ minimum: 1, description: 'Lifetime of a token in seconds' })),
      scopes: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Scopes that clients may request; they are only in the token, the gateway does not enforce them',
        }),
      ),
    },
    rules: credentialRules,
    plugin: 'ApikeyCalls',
  },
  'oauth2-remote': {
    configuration: {
      issuer: text,
      jwksUrl: url,
      introspectionUrl: url,
      clientId: text,
      clientSecret,
      audience: text,
      scopes: texts,
      ...claimSettings,
    },
    needs: ['jwksUrl', 'introspectionUrl'],
    rules: quotaRules,
    plugin: 'OIDCJwtVerifier',
  },
} as const satisfies Record<string, AccessMode>

/** Reports incomplete quotas and rotations, which would have no effect. */
function credentialRules(configuration: JsonObject): readonly ModeProblem[] {
  const { rotation } = configuration
  const found = [...quotaRules(configuration)]
  if (isObject(rotation) && rotation.enabled === true && rotation.rotationEvery === undefined)
    found.push(['/rotation/rotationEvery', problem('error.required')])
  return found
}

/** Reports quotas that have a window without a limit, or a limit without a window. */
function quotaRules({ quota }: JsonObject): readonly ModeProblem[] {
  if (!isObject(quota) || (quota.perWindow === undefined) === (quota.window === undefined)) return []
  return [[quota.window === undefined ? '/quota/window' : '/quota/perWindow', problem('error.required')]]
}

/** Reports algorithms that do not fit the key. A public key used as a shared secret would let anyone sign. */
function algorithmRules(configuration: JsonObject): readonly ModeProblem[] {
  const { algorithms } = configuration
  const kind = isGiven(own(configuration, 'secret')) ? 'secret' : 'publicKey'
  const fitting: readonly unknown[] = jwtAlgorithms[kind]
  const known: readonly unknown[] = [...jwtAlgorithms.secret, ...jwtAlgorithms.publicKey]
  return (Array.isArray(algorithms) ? algorithms : []).flatMap((algorithm, i): ModeProblem[] =>
    known.includes(algorithm) && !fitting.includes(algorithm)
      ? [
          [
            `/algorithms/${i}`,
            problem('error.algorithm.key', algorithm, kind === 'secret' ? 'a secret' : 'a public key'),
          ],
        ]
      : [],
  )
}

/** Whether a required member has a value that is not empty. */
export const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''

/** The name of an access mode: how consumers of a plan prove who they are. */
export type AccessModeName = keyof typeof accessModes

/** The names of all access modes, in their order. */
export const accessModeNames = Object.keys(accessModes) as readonly AccessModeName[]
