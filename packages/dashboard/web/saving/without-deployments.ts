import type { Answering } from './as-stored.ts'
import { asStored } from './as-stored.ts'
import { isObject } from './parts-of.ts'

/** Operations on APIs without the list of deployments, which is a resource of its own. */
export const withoutDeployments = <O extends Answering>(operations: O): O =>
  asStored(operations, (api) => {
    if (isObject(api)) Reflect.deleteProperty(api, 'deployments')
  })
