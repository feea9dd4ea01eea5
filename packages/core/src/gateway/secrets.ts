import { secretsOf } from '../records/secrets.ts'
import type { ApiDefinition } from './api.ts'
import { apiDefinitionSchema } from './api.ts'

/** The secrets of APIs: saved ones, drafts and deployed definitions alike. */
export const apiSecrets = secretsOf<ApiDefinition>(apiDefinitionSchema)
