import { object, Type } from '../../machine/schema/schema.ts'
import { accessModes } from '../../plans/access-modes.ts'
import { admissionDefaults, admitting, modeRules, planReference } from '../admitting.ts'
import { definePlugin } from '../define-plugin.ts'
import { flag, headerName } from '../settings.ts'

/** Admits requests with a valid API key, in headers or by HTTP Basic. */
export const apikeyCalls = definePlugin({
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
    ...admissionDefaults,
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
  references: planReference,
  multiInstance: true,
})
