import { accessModes } from '../../plans/access-modes.ts'
import { admissionDefaults, admitting, modeRules, planReference } from '../admitting.ts'
import { definePlugin } from '../define-plugin.ts'
import { count } from '../settings.ts'

/** Admits requests with a token of an OpenID Connect provider, verified by its keys or by introspection. */
export const oidcJwtVerifier = definePlugin({
  id: 'OIDCJwtVerifier',
  name: 'OpenID Connect tokens',
  description: 'Admits requests with a token of an OpenID Connect provider, verified by its keys or by introspection',
  steps: ['ValidateAccess'],
  categories: ['Authentication'],
  configSchema: admitting(accessModes['oauth2-remote'])({
    cache: count('Seconds for which an introspection is cached'),
  }),
  defaultConfig: { ...admissionDefaults, cache: 60 },
  rules: modeRules(accessModes['oauth2-remote']),
  references: planReference,
  multiInstance: true,
})
