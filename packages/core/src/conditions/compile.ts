/**
 * Compiles conditions to closures when a record changes. Pure: the service and all clients evaluate through this file.
 */

import { failure, problem } from '../machine/errors/errors.ts'
import { isPlainName, type ReadAttribute, readAttribute } from './attribute.ts'
import { compileWindow } from './compile-window.ts'
import type { AttributeCondition, Condition } from './condition.ts'
import type { Test } from './context.ts'
import type { CompiledCondition, ConditionEnvironment } from './environment.ts'
import { type ByForm, byForm } from './forms.ts'
import { type OperatorName, operatorNames, operators } from './operators/index.ts'
import type { AttributeTest, Operator } from './operators/operator.ts'

/**
 * Compiles a condition. A condition with an unresolved reference anywhere is false, under `not` too. Throws INVALID for
 * an unknown operator or member, such as one of a later version, and for `matches` without `patterns`.
 *
 * @example
 * const environment = { clock: Date.now, zone: timeZone('UTC'), segment: () => undefined, feature: () => undefined }
 * const { isTrue } = compileCondition({ attribute: 'country', operator: 'is', value: 'FR' }, environment)
 * isTrue({ id: 'ann', country: 'FR' }) // true
 */
export function compileCondition(condition: Condition, environment: ConditionEnvironment): CompiledCondition {
  const open = new Set<Test>()
  const test = compileNode(condition, environment, open)
  const [first, ...more] = open
  if (!first) return { isTrue: test }
  if (open.has(always)) return { isTrue: never, isUnresolved: always }
  const isUnresolved = anyOf([first, ...more])
  return { isTrue: (context) => !isUnresolved(context) && test(context), isUnresolved }
}

const always: Test = () => true
const never: Test = () => false

/** Compiles a part of a condition. Adds to `open` in which contexts its references are unresolved. */
function compileNode(condition: Condition, environment: ConditionEnvironment, open: Set<Test>): Test {
  const compile = (inner: Condition) => compileNode(inner, environment, open)
  return byForm(condition, {
    attribute: (leaf) => compileAttribute(leaf, environment),
    segment: ({ segment }) => compileReference(environment.segment(segment), open),
    feature({ feature, active = true }) {
      const test = compileReference(environment.feature(feature), open)
      return active ? test : not(test)
    },
    time: ({ time }) => compileWindow(time, environment),
    all: ({ all }) => allOf(all.map(compile)),
    any: ({ any }) => anyOf(any.map(compile)),
    not: (inner) => not(compile(inner.not)),
  } satisfies ByForm<Test>)
}

/** Compiles the condition of an attribute. */
function compileAttribute(leaf: AttributeCondition, environment: ConditionEnvironment): Test {
  const { attribute: name } = leaf
  const { test, takesAny } = compileOperator(leaf, environment)
  if (takesAny) return ofAny(readAttribute(name), test)
  return isPlainName(name) ? ofMember(name, test) : ofValue(readAttribute(name), test)
}

// Functions that are created in the same scope keep all its variables, so each kind of test has a scope of its own.

const ofAny =
  (read: ReadAttribute, test: AttributeTest): Test =>
  (context) =>
    test(read(context))

const ofValue =
  (read: ReadAttribute, test: AttributeTest): Test =>
  (context) =>
    isTrueOf(read(context), test)

/** The fastest order: most attributes do not match, so whether they are own members is asked last. */
const ofMember =
  (name: string, test: AttributeTest): Test =>
  (context) =>
    context ? isTrueOf(context[name], test) && Object.hasOwn(context, name) : false

/** Compiles the operator of an attribute's condition with its values. */
export function compileOperator(
  { operator: name, value, values = value === undefined ? [] : [value], ignoreCase = false }: AttributeCondition,
  { zone, patterns }: ConditionEnvironment,
): { readonly test: AttributeTest; readonly takesAny: boolean } {
  const { compile, takesAny = false } = operatorOf(name)
  return { test: compile(values as never, { ignoreCase, zone, patterns }), takesAny }
}

function operatorOf(name: OperatorName): Operator {
  if (Object.hasOwn(operators, name)) return operators[name] as Operator
  const sentence = `A condition has the operator ${name}, which is none of ${operatorNames.join(', ')}`
  throw failure('INVALID', sentence, problem('error.enum', ...operatorNames))
}

function isTrueOf(attribute: unknown, test: AttributeTest): boolean {
  if (typeof attribute === 'string') return test(attribute)
  if (attribute === undefined || attribute === null) return false
  return Array.isArray(attribute) ? isTrueOfItem(attribute, test) : test(attribute)
}

function isTrueOfItem(items: readonly unknown[], test: AttributeTest): boolean {
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (item !== undefined && item !== null && test(item)) return true
  }
  return false
}

function compileReference(reference: CompiledCondition | undefined, open: Set<Test>): Test {
  if (reference?.isUnresolved) open.add(reference.isUnresolved)
  if (reference) return (context) => reference.isTrue(context)
  open.add(always)
  return never
}

const not =
  (test: Test): Test =>
  (context) =>
    !test(context)

function allOf(tests: readonly Test[]): Test {
  const [first = always, second] = tests
  if (!second) return first
  if (tests.length === 2) return (context) => first(context) && second(context)
  return (context) => {
    for (let i = 0; i < tests.length; i++) if (!(tests[i] as Test)(context)) return false
    return true
  }
}

function anyOf(tests: readonly Test[]): Test {
  const [first = never, second] = tests
  if (!second) return first
  if (tests.length === 2) return (context) => first(context) || second(context)
  return (context) => {
    for (let i = 0; i < tests.length; i++) if ((tests[i] as Test)(context)) return true
    return false
  }
}
