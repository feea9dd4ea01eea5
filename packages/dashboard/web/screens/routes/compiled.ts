import type { api } from '../../calls/api.ts'

type Answer = Awaited<ReturnType<typeof api.routes>>

/** A route as the service compiles it: nothing is left to look up. */
export type CompiledRoute = Answer['routes'][number]

/** Which requests a route takes at one of its paths. */
export type CompiledMatch = CompiledRoute['frontend']['matches'][number]

/** A plugin of a compiled route. */
export type CompiledSlot = CompiledRoute['plugins'][number]

/** A warning of the compiler. Its pointer begins with the id of the API. */
export type CompileWarning = Answer['warnings'][number]

/** A page of compiled routes. */
export interface RoutePage {
  readonly routes: readonly CompiledRoute[]
  readonly warnings: readonly CompileWarning[]
  /** How many routes there are on all pages. */
  readonly count: number
}
