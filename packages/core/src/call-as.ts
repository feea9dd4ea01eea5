import type { Caller } from './callers/caller.ts'
import type { Api, Call, Contract } from './operation.ts'
import { at, mapOperations } from './walk.ts'

/** The same API with every call made by `caller`. */
export const callAs = <C extends Contract>(contract: C, api: Api<C>, caller: Caller): Api<C> =>
  mapOperations(contract, (_, name) => (input, options) => (at(api, name) as Call)(input, { ...options, caller }))
