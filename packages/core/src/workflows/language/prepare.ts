import type { Problems } from '../../machine/errors/errors.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import { copyJson } from '../../machine/json/json.ts'
import type { WorkflowFunction } from '../functions/function.ts'
import type { NodeConfig, Step } from '../nodes/node.ts'
import { checkWorkflow } from './check.ts'
import { compileNode } from './step.ts'

type Functions = ReadonlyMap<string, WorkflowFunction<never>>

/** Total size of cached workflows, in characters. */
const MOST_REMEMBERED = 4 * 1024 * 1024
const remembered = new WeakMap<object, { readonly programs: Map<string, Program>; size: number }>()

/** A workflow ready to run. */
export interface Program {
  readonly run: Step
  /** Characters of the config as JSON. */
  readonly size: number
}

/**
 * Checks and compiles a workflow, or returns it from the cache. Throws INVALID with the problems of the static check by
 * JSON pointer into the config, prefixed by `place`.
 */
export function prepare(config: unknown, functions: ReadonlyMap<string, unknown>, place = ''): Program {
  const own = copyJson(config ?? null)
  const text = JSON.stringify(own)
  const known = remembered.get(functions) ?? { programs: new Map(), size: 0 }
  remembered.set(functions, known)
  const program = known.programs.get(text)
  if (program) return program
  refuseProblems(checkWorkflow(own, functions as Functions), place)
  const compiled = { run: compileNode(own as NodeConfig), size: text.length }
  if (known.size > MOST_REMEMBERED) {
    known.programs.clear()
    known.size = 0
  }
  known.programs.set(text, compiled)
  known.size += text.length
  return compiled
}

/** Throws INVALID if there are problems, prefixing their pointers by `place`. */
export function refuseProblems(found: Problems['fieldErrors'], place: string): void {
  const fieldErrors = Object.fromEntries(Object.entries(found).map(([pointer, all]) => [place + pointer, all]))
  if (Object.keys(fieldErrors).length > 0) throw notValid('The workflow', { fieldErrors })
}
