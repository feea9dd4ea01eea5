import type { Api, Call, CallOptions, Contract } from '../../operation.ts'
import { at, mapOperations } from './map-operations.ts'

/** The same API with these options in every call, such as its caller. */
export const callAs = <C extends Contract>(contract: C, api: Api<C>, given: CallOptions): Api<C> =>
  mapOperations(contract, (_, name) => (input, options) => (at(api, name) as Call)(input, { ...options, ...given }))
