import { accessModes } from '../../plans/access-modes.ts'
import { admissionDefaults, admitting, modeRules, planReference } from '../admitting.ts'
import { definePlugin } from '../define-plugin.ts'
import { count, text } from '../settings.ts'

/** Admits requests with a JWT that has the expected signature, issuer and audience. */
export const jwtUserExtractor = definePlugin({
  id: 'JwtUserExtractor',
  name: 'JSON Web Tokens',
  description: 'Admits requests with a JWT that has the expected signature, issuer and audience',
  steps: ['ValidateAccess'],
  categories: ['Authentication'],
  configSchema: admitting(accessModes.jwt)({
    id_claim: text('The claim that identifies the consumer'),
    clock_skew: count('Allowed difference of clocks, in seconds'),
  }),
  defaultConfig: { ...admissionDefaults, header: 'Authorization', id_claim: 'sub', clock_skew: 5 },
  rules: modeRules(accessModes.jwt),
  references: planReference,
  multiInstance: true,
})
