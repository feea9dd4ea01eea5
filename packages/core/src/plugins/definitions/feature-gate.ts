import { keySchema } from '../../machine/keys/key.ts'
import { anyObject, Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { clientRules, clientSource, count, flag, settings } from '../settings.ts'

/** Admits requests for which a feature is active. */
export const featureGate = definePlugin({
  id: 'FeatureGate',
  name: 'Feature gate',
  description: 'Admits requests for which a feature is active',
  steps: ['ValidateAccess'],
  categories: ['Signalbox', 'AccessControl'],
  configSchema: settings({
    feature: keySchema,
    client: clientSource,
    context: Type.Optional(
      anyObject({
        description: 'Further members of the evaluation context, beside `id`, `path`, `method` and `host`',
      }),
    ),
    negate: flag(
      'Whether the plugin admits requests for which the feature is inactive, or does not exist. If the script of a feature fails or takes longer than 50 ms, the request is refused, with `negate` too',
    ),
    status: count('The HTTP status for all other requests', 400, 599),
  }),
  defaultConfig: { negate: false, status: 404 },
  references: [{ at: ['feature'], to: 'feature' }],
  rules: clientRules,
  multiInstance: true,
})
