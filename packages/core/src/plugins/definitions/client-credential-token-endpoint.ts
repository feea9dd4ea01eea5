import { choice, object, Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { count, settings, texts } from '../settings.ts'

/** Issues tokens for client credentials (RFC 6749, section 4.4). */
export const clientCredentialTokenEndpoint = definePlugin({
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
})
