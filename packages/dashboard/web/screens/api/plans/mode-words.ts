import type { RecordOf } from '../../../kinds/kinds.ts'

/** A plan of an API. */
export type Plan = NonNullable<NonNullable<RecordOf<'apis'>['documentation']>['plans']>[number]
/** How consumers of a plan prove who they are. */
export type ModeName = Plan['access_mode_configuration_type']

/** What an access mode is called, what it means for consumers, and the plugin that the gateway adds to routes. */
export interface ModeWords {
  readonly name: string
  /** What a consumer must do, in a sentence. */
  readonly consumer: string
  /** Absent: the gateway adds none. */
  readonly plugin?: string
}

/** The access modes in words, in the order of the service. */
export const modeWords: Readonly<Record<ModeName, ModeWords>> = {
  keyless: { name: 'Keyless', consumer: 'Anyone can call the API, without a key or a subscription.' },
  apikey: {
    name: 'API key',
    consumer: 'Each consumer subscribes, and sends a client id and a secret with every request.',
    plugin: 'ApikeyCalls',
  },
  jwt: {
    name: 'JWT',
    consumer: 'Consumers send a token that your own issuer signed; the gateway checks its signature.',
    plugin: 'JwtUserExtractor',
  },
  mtls: {
    name: 'Client certificate',
    consumer: 'Consumers connect with a client certificate whose subject or issuer matches.',
    plugin: 'HasClientCertMatchingValidator',
  },
  'oauth2-local': {
    name: 'OAuth 2 by the gateway',
    consumer: 'Each consumer subscribes, and gets short-lived tokens from the gateway for a client id and a secret.',
    plugin: 'ApikeyCalls',
  },
  'oauth2-remote': {
    name: 'OAuth 2 by a provider',
    consumer: 'Consumers send a token of your identity provider; the gateway verifies it there or by its keys.',
    plugin: 'OIDCJwtVerifier',
  },
}
