import type { WorkflowFunction } from './function.ts'
import type { WorkflowHost } from './host.ts'
import { httpFunctions } from './http.ts'
import { logFunctions } from './log.ts'
import { memoryFunctions } from './memory.ts'
import { signalboxFunctions } from './signalbox.ts'
import { storeFunctions } from './store.ts'

/** All functions that a `call` node may name, by group. */
export const functions: readonly WorkflowFunction<WorkflowHost>[] = [
  ...logFunctions,
  ...httpFunctions,
  ...storeFunctions,
  ...memoryFunctions,
  ...signalboxFunctions,
]

/** The functions by name. */
export const functionsByName: ReadonlyMap<string, WorkflowFunction<WorkflowHost>> = new Map(
  functions.map((one) => [one.name, one]),
)
