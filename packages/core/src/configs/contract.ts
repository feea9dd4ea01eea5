import { operation } from '../operation.ts'
import { bulk, crud, patchable } from '../records/contract.ts'
import { anyObject, object, patterns, Type } from '../schema.ts'
import { configs } from './config.ts'

/** The operations on configs. */
export const configContract = {
  ...crud(configs),
  ...patchable(configs),
  ...bulk(configs),
  tree: operation({
    method: 'GET',
    path: '/api/tree/configs',
    summary: 'Get config values as a tree; texts that contain JSON are parsed',
    access: { domain: 'Config', right: 'R' },
    query: object({ pattern: Type.Optional(patterns) }),
    response: anyObject({ description: 'A level for each segment of the keys' }),
  }),
}
