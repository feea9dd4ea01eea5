import { Type } from 'typebox'
import { plugins } from '../plugins/index.ts'
import { secretsOf } from '../records/secrets.ts'
import { object } from '../schema.ts'
import type { ApiDefinition } from './api.ts'
import { apiDefinitionSchema } from './api.ts'

/** A slot as far as its secrets go: the catalog says which members of its configuration are secret. */
const slotSecrets = Type.Unsafe({
  discriminator: { propertyName: 'plugin' },
  oneOf: plugins.map(({ id, configSchema }) => object({ plugin: Type.Literal(id), config: configSchema })),
})

const flows = Type.Array(object({ plugins: object({ slots: Type.Array(slotSecrets) }) }))

/** The secrets of APIs: saved ones, drafts and deployed definitions alike. */
export const apiSecrets = secretsOf<ApiDefinition>(object({ ...apiDefinitionSchema.properties, flows }))
