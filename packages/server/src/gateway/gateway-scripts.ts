import type { ScriptEngine } from '@signalbox/core'
import { scriptEngine } from '@signalbox/scripts'
import type { Settings } from '../settings/settings.ts'

/** The most CPU time of a script of a route, in milliseconds: requests wait for it. */
const MOST_MS = 10

/** Creates the engine for scripts of routes, apart from that of features. It starts no thread before the first script. */
export const gatewayScripts = ({ scriptMs, scriptMib, scriptOrigins }: Settings): ScriptEngine =>
  scriptEngine({ cpuMs: Math.min(MOST_MS, scriptMs), memoryMiB: scriptMib, origins: scriptOrigins })
