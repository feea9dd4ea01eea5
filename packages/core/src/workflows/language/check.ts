import { type Problem, type Problems, problem } from '../../machine/errors/errors.ts'
import { nearest } from '../../machine/errors/nearest.ts'
import { isObject } from '../../machine/json/json.ts'
import type { TSchema } from '../../machine/schema/schema.ts'
import type { WorkflowFunction } from '../functions/function.ts'
import { findNode, nodes } from '../nodes/index.ts'
import { commonMembers, type NodeConfig, type NodeKind } from '../nodes/node.ts'
import { checkExpression } from './check-expression.ts'
import { calledOperator } from './expression.ts'
import { createFindings, type Findings } from './findings.ts'
import { type Known, knownWith, nothingKnown } from './known-names.ts'
import { literalProblems, literalText, problemsOf } from './literal.ts'
import { shapeOf } from './shape.ts'

/** Functions by name, with what the check needs to know about them. */
export type KnownFunctions = ReadonlyMap<string, Pick<WorkflowFunction, 'args' | 'assigns'>>

/** The context of a node. */
interface Surroundings {
  /** Names known only in this part of the workflow. */
  readonly names: Known
  /** Steps to which a jump from here may go. */
  readonly targets: Known
}

/**
 * Checks a workflow (a JSON value) before it runs and returns all problems by JSON pointer. Besides the codes of
 * `validate` and of failures, they use `error.workflow.id` (duplicate id), `error.workflow.unreachable`, and
 * `error.workflow.unassigned` (reads a name that nothing assigns).
 */
export function checkWorkflow(config: unknown, functions: KnownFunctions): Problems['fieldErrors'] {
  const findings = createFindings()
  const ids = new Set<string>()
  const looks = lookAt(functions, new Set(jumpsIn(config)), findings)

  function visitNode(config: unknown, pointer: string, around: Surroundings): void {
    if (findings.isFull()) return
    const kind = kindOf(config, pointer, findings)
    if (!kind) return
    const node = config as NodeConfig
    const misshapen = Object.entries(problemsOf(shapeOf(kind), node))
    for (const [place, problems] of misshapen) findings.add(pointer + place, ...problems)
    if (misshapen.length > 0) return // its members have not been validated
    if (node.id !== undefined && ids.has(node.id)) findings.add(`${pointer}/id`, problem('error.workflow.id', node.id))
    if (node.id !== undefined) ids.add(node.id)
    if (node.result !== undefined) findings.assign(node.result as string)
    looks[kind.name]?.(node, pointer, around)
    for (const [member, schema] of Object.entries(propertiesOf(kind.args)))
      visitMember(schema, node[member], `${pointer}/${member}`, insideOf(kind, node, member, around))
    visitMember(expressionOfAnything, node.returned, `${pointer}/returned`, around)
  }

  function visitMember(schema: TSchema, value: unknown, pointer: string, around: Surroundings): void {
    const { title, items } = schema as Shape
    if (value === undefined) return
    if (title === 'Node') visitNode(value, pointer, around)
    else if (title === 'Expression') checkExpression(schema, value, { pointer, names: around.names }, findings)
    else if (items && Array.isArray(value))
      for (const [index, item] of value.entries()) visitMember(items, item, `${pointer}/${index}`, around)
    else if (isObject(value))
      for (const [member, shape] of Object.entries(propertiesOf(schema)))
        visitMember(shape, value[member], `${pointer}/${member}`, around)
  }

  if (isObject(config) && typeof config.kind === 'string' && config.kind !== 'workflow')
    findings.add('/kind', problem('error.enum', 'workflow'))
  visitNode(config, '', { names: nothingKnown, targets: nothingKnown })
  return findings.problems()
}

interface Shape extends TSchema {
  readonly title?: string
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
}
const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema>> => (schema as Shape).properties ?? {}
const expressionOfAnything: TSchema = commonMembers.properties.returned

function kindOf(config: unknown, pointer: string, { add }: Findings): NodeKind | undefined {
  if (!isObject(config)) return void add(pointer, problem('error.type', 'object'))
  const { kind: name } = config
  if (typeof name !== 'string')
    return void add(`${pointer}/kind`, name === undefined ? problem('error.required') : problem('error.type', 'string'))
  const kind = findNode(name)
  if (kind) return kind
  const names = nodes.map((one) => one.name)
  return void add(`${pointer}/kind`, unknownWord('kind', name, names))
}

/** The problem for an unknown name, with the nearest known one. */
const unknownWord = (what: 'kind' | 'function', name: string, names: Iterable<string>): Problem =>
  problem(`error.workflow.${what}`, name, ...[nearest(name, names) ?? []].flat())

/** Returns the context of the nodes in a member of a node. */
function insideOf(kind: NodeKind, node: NodeConfig, member: string, around: Surroundings): Surroundings {
  const own = kind.names?.(node as never)
  const steps = kind.name === 'workflow' ? idsOf(node.steps as readonly unknown[]) : []
  return {
    names: own?.member === member ? knownWith(own.names, around.names) : around.names,
    targets: kind.isApart ? nothingKnown : knownWith(steps, around.targets),
  }
}

/** Returns the ids of steps, which have not been validated yet. */
const idsOf = (steps: readonly unknown[]): string[] =>
  steps.flatMap((step) => (isObject(step) && typeof step.id === 'string' ? step.id : []))

type Look = (node: NodeConfig, pointer: string, around: Surroundings) => void

/** Additional checks for some kinds of nodes. */
function lookAt(
  functions: KnownFunctions,
  jumps: ReadonlySet<string>,
  { add, assign }: Findings,
): Record<string, Look> {
  return {
    workflow({ steps }, pointer) {
      let isReached = true
      for (const [index, step] of (steps as readonly NodeConfig[]).entries()) {
        if (!isObject(step)) continue
        if (typeof step.id === 'string' && jumps.has(step.id)) isReached = true
        if (step.enabled === false) continue
        if (!isReached) add(`${pointer}/steps/${index}`, problem('error.workflow.unreachable'))
        if (findNode(String(step.kind))?.isFinal?.(step as never)) isReached = false
      }
    },
    jump({ to }, pointer, { targets }) {
      if (!targets.has(to as string)) add(`${pointer}/to`, problem('error.workflow.jump', to))
    },
    assign({ values }) {
      for (const { name } of values as readonly { readonly name: string }[]) assign(name)
    },
    call({ function: name, args = {} }, pointer) {
      const called = functions.get(name as string)
      if (!called) return add(`${pointer}/function`, unknownWord('function', name as string, functions.keys()))
      const named = isObject(args) && called.assigns !== undefined ? args[called.assigns] : undefined
      if (called.assigns !== undefined) assign(typeof named === 'string' ? literalText(named) : undefined)
      if (!isObject(args) || calledOperator(args) !== undefined) return
      for (const [place, problems] of literalProblems(called.args, args)) add(`${pointer}/args${place}`, ...problems)
    },
  }
}

/** Returns the ids of all steps that jumps refer to. */
function jumpsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(jumpsIn)
  if (!isObject(value)) return []
  const inside = Object.values(value).flatMap(jumpsIn)
  return value.kind === 'jump' && typeof value.to === 'string' ? [value.to, ...inside] : inside
}
