export { type GuardedFetchOptions, guardedFetch } from './http/guarded-fetch.ts'
export type { ResolveHost } from './http/locate.ts'
export type { ScriptEngineOptions } from './script-engine.ts'
export { scriptEngine } from './script-engine.ts'
