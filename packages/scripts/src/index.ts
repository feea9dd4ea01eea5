export type { ResolveHost } from './http/guarded-fetch.ts'
export type { ScriptEngineOptions } from './script-engine.ts'
export { scriptEngine } from './script-engine.ts'
