import { accessModes, isGiven } from '../../plans/access-modes.ts'
import { admissionDefaults, admitting, modeRules, planReference } from '../admitting.ts'
import { definePlugin } from '../define-plugin.ts'
import { texts } from '../settings.ts'

/** Admits requests whose client certificate has a matching subject and issuer. */
export const hasClientCertMatchingValidator = definePlugin({
  id: 'HasClientCertMatchingValidator',
  name: 'Client certificates',
  description: 'Admits requests whose client certificate has a matching subject and issuer',
  steps: ['ValidateAccess'],
  categories: ['Authentication'],
  configSchema: admitting(accessModes.mtls)({ serialNumbers: texts('Admitted serial numbers') }),
  defaultConfig: admissionDefaults,
  rules: (config) => (isGiven(config.serialNumbers) ? {} : modeRules(accessModes.mtls)(config)),
  references: planReference,
  multiInstance: true,
})
