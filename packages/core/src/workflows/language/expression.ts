import { SignalboxError } from '../../machine/errors/errors.ts'
import { nearest } from '../../machine/errors/nearest.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import { isObject, setOwn } from '../../machine/json/json.ts'
import { valueAt } from '../../machine/json/pointer.ts'
import type { TSchema } from '../../machine/schema/schema.ts'
import { validate } from '../../machine/schema/validate.ts'
import { findOperator, operators } from '../operators/index.ts'
import type { Operator, OperatorScope } from '../operators/operator.ts'
import type { Meter } from '../runs/budget.ts'
import { failed } from '../runs/failure.ts'
import { measureSize } from '../runs/measure-size.ts'
import { inFull, withMembers } from './arguments.ts'
import { type Path, parseTemplate } from './path.ts'

/** The scope in which expressions are evaluated. */
export interface ExpressionScope extends OperatorScope {
  readonly meter: Meter
}

/** A compiled value of a workflow. Evaluating it replaces paths and operators by their results. */
export type Expression = (scope: ExpressionScope) => unknown

/** Compiles a value. Throws `error.workflow.path` and `error.workflow.operator`. */
export function compileExpression(value: unknown): Expression {
  const expression = compile(value)
  if (isConstant.has(expression)) return expression
  return (scope) => {
    const result = expression(scope)
    measureSize(result, scope.meter)
    return result
  }
}

/** Returns the name of the operator that a value calls, if any: its only member, with a name that begins with `$`. */
export function calledOperator(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const [name, ...more] = Object.keys(value)
  return name?.startsWith('$') && more.length === 0 ? name : undefined
}

/** The operator whose argument is not evaluated. */
export const RAW = '$raw'

/**
 * Throws `error.workflow.members` for an object that looks like a call of an operator but has several members, with the
 * members that begin with `$`.
 */
export function checkMembers(value: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(value)
  const calls = names.filter((name) => name.startsWith('$'))
  if (names.length < 2 || calls.length === 0 || (calls.length === 1 && !findOperator(calls[0] as string))) return
  throw failed(
    'members',
    `An operator must be the only member of its object, but this object has ${names.length} members: move ${calls.join(', ')} to an object of its own, or write {"${RAW}": …} for a literal value`,
    ...calls,
  )
}

/** Returns an operator by name. Throws `error.workflow.operator`, with the nearest name, for an unknown one. */
export function operatorOf(name: string): Operator {
  const operator = findOperator(name)
  if (operator) return operator
  const like = nearest(name, [RAW, ...operators.map((one) => one.name)])
  const advice = like === undefined ? `write {"${RAW}": …} for a literal value` : `did you mean ${like}?`
  throw failed('operator', `There is no operator ${name}: ${advice}`, name, ...(like === undefined ? [] : [like]))
}

/**
 * Checks the arguments of an operator or a function. Throws `error.workflow.arguments` that names each invalid one.
 * Collecting them is charged, because it takes long for large values.
 */
export function checkArguments(
  { name, args }: { readonly name: string; readonly args: TSchema },
  given: unknown,
  { charge, meter }: ExpressionScope,
): void {
  const what = `The call of ${name}`
  try {
    validate(args, given, what)
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    charge(PROBLEMS * measureSize(given, meter))
    const { message } = notValid(what, { fieldErrors: withMembers(args, error.fieldErrors) })
    throw failed('arguments', message, name)
  }
}

/** Upper bound of the cost of finding all problems, relative to reading the value once. */
const PROBLEMS = 4

const isConstant = new WeakSet<Expression>()

function constant(value: unknown): Expression {
  const expression = () => value
  isConstant.add(expression)
  return expression
}

function compile(value: unknown): Expression {
  if (typeof value === 'string') return compileText(value)
  if (Array.isArray(value)) return compileList(value)
  if (!isObject(value)) return constant(value)
  const name = calledOperator(value)
  if (name === RAW) return constant(value[RAW])
  return name === undefined ? compileObject(value) : compileCall(operatorOf(name), compile(value[name]))
}

function compileText(text: string): Expression {
  const template = parseTemplate(text)
  const [first] = template
  if (first === undefined || (template.length === 1 && typeof first === 'string')) return constant(first ?? '')
  if (template.length === 1) return lookUp(first as Path)
  const parts = template.map((part) => (typeof part === 'string' ? part : lookUp(part)))
  return (scope) => {
    let joined = ''
    for (const part of parts) {
      const piece = typeof part === 'string' ? part : toText(part(scope), scope)
      scope.charge(piece.length)
      joined += piece
      if (joined.length > scope.meter.budgets.memory) measureSize(joined, scope.meter)
    }
    return joined
  }
}

function lookUp(path: Path): Expression {
  const [name = '', ...steps] = path
  if (steps.length === 0) return (scope) => scope.read(name) ?? null
  return (scope) => {
    scope.charge(path.length)
    return valueAt(scope.read(name), steps) ?? null
  }
}

function toText(value: unknown, scope: ExpressionScope): string {
  if (typeof value === 'string') return value
  scope.charge(measureSize(value, scope.meter))
  return JSON.stringify(value)
}

function compileList(values: readonly unknown[]): Expression {
  const items = values.map(compile)
  if (items.every((item) => isConstant.has(item))) return constant(values.map((_, index) => items[index]!({} as never)))
  return (scope) => {
    scope.charge(items.length)
    return items.map((item) => item(scope))
  }
}

function compileObject(value: Readonly<Record<string, unknown>>): Expression {
  checkMembers(value)
  const members = Object.entries(value).map(([name, member]) => [name, compile(member)] as const)
  const make: Expression = (scope) => {
    const made = {}
    for (const [name, member] of members) setOwn(made, name, member(scope))
    return made
  }
  if (members.every(([, member]) => isConstant.has(member))) return constant(make({} as never))
  return (scope) => {
    scope.charge(members.length)
    return make(scope)
  }
}

function compileCall(operator: Operator, args: Expression): Expression {
  return (scope) => {
    scope.charge(1)
    const given = inFull(operator, args(scope))
    measureSize(given, scope.meter)
    checkArguments(operator, given, scope)
    const result = evaluate(operator, given, scope)
    measureSize(result, scope.meter)
    return result
  }
}

function evaluate(operator: Operator, given: unknown, scope: ExpressionScope): unknown {
  try {
    return operator.evaluate(given as never, scope)
  } catch (error) {
    if (error instanceof SignalboxError) throw error
    throw new SignalboxError('INTERNAL', `${operator.name} failed unexpectedly`, { cause: error })
  }
}
