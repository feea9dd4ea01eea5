import type { Cursor } from './cursor.ts'
import {
  ask,
  binds,
  call,
  type Expression,
  infix,
  listHas,
  not,
  quoted,
  type Type,
  textMethods,
  within,
} from './expression.ts'
import type { Scope } from './scope.ts'
import { nameAt, textAt, textsIn } from './shared.ts'
import { scalaNames } from './type-names.ts'

/** How an expression is read. */
interface Reading {
  /** How many parentheses are around it. @default 0 */
  readonly depth?: number
  /** What `_` stands for. @default nothing */
  readonly placeholder?: Placeholder | undefined
}

interface Placeholder {
  readonly value: Expression
  /** How often it has been used. */
  uses: number
}

/** Translates an expression of Scala over the JSON of Play. */
export function scalaExpression(cursor: Cursor, scope: Scope, { depth = 0, placeholder }: Reading = {}): Expression {
  /** Whether an operator is next: in Scala, one at the start of a line does not go on, but in parentheses. */
  const follows = (operator: string, mayBeFirst = false) =>
    cursor.peek().text === operator &&
    cursor.peek().kind !== 'text' &&
    (mayBeFirst || depth > 0 || !cursor.peek().isFirst)
  // `_` stands for the parameter of the closest expression around it, so it is unknown in parentheses inside of that.
  const inner = () => scalaExpression(cursor, scope, { depth: depth + 1 })

  function logical(operator: '||' | '&&', operand: () => Expression): Expression {
    let left = operand()
    while (follows(operator)) {
      demand(left, ['boolean'], operator)
      cursor.next()
      left = infix(left, operator, demand(operand(), ['boolean'], operator))
    }
    return left
  }

  function equality(): Expression {
    let left = lookup()
    while (follows('==') || follows('!=')) {
      const operator = cursor.next()
      const isEqual = operator.text === '=='
      const right = lookup()
      if (!isComparable(left, right)) cursor.reject(`a comparison of ${nameOf(left)} and ${nameOf(right)}`, operator)
      const { js: of } = left
      const write = (value: string) => `${value} === ${right.js}`
      const directly = { of, write, mayBeAbsent: false, binds: binds.equal }
      left = { ...infix(left, isEqual ? '===' : '!==', right), ...(isEqual && right.isLiteral && { directly }) }
    }
    return left
  }

  function lookup(): Expression {
    let left = unary()
    while (follows('\\')) {
      demand(left, ['context', 'node'], '\\')
      cursor.next()
      if (cursor.peek(1).text === '.') cursor.reject('a method of a text after \\')
      left = scope.member(left, textAt(cursor, scope), 'node')
    }
    return left
  }

  function unary(): Expression {
    return cursor.take('!') ? not(demand(unary(), ['boolean'], '!')) : postfix()
  }

  function postfix(): Expression {
    let left = primary()
    while (follows('.', true)) {
      cursor.next()
      left = method(left, cursor.word())
    }
    return left
  }

  function method(of: Expression, name: string): Expression {
    if (of.type === 'node' && (name === 'asOpt' || name === 'as')) return read(of, name)
    if (name === 'isDefined' || name === 'nonEmpty' || name === 'isEmpty') {
      demand(of, name === 'nonEmpty' ? ['text?', 'boolean?'] : ['node', 'text?', 'boolean?'], name)
      return infix(of, name === 'isEmpty' ? '===' : '!==', call('undefined', 'null'))
    }
    if (of.type === 'texts' && name === 'contains' && cursor.peek().text !== '(')
      return call(of.js, 'test', { isLiteral: true })
    if (!cursor.take('(')) return cursor.reject(`${name} of ${nameOf(of)}`)
    const result = applied(of, name)
    cursor.expect(')')
    return result
  }

  /** Reads a JSON value as a text or a boolean. */
  function read(of: Expression, name: 'as' | 'asOpt'): Expression {
    cursor.expect('[')
    const type = cursor.word()
    if (type !== 'String' && type !== 'Boolean') return cursor.reject(`${name}[${type}]`)
    cursor.expect(']')
    const kind = type === 'String' ? 'text' : 'boolean'
    const found = scope.help(type === 'String' ? 'stringOf' : 'booleanOf', of.js, `${kind}?`)
    return name === 'as' ? scope.help('present', found.js, kind) : found
  }

  function applied(of: Expression, name: string): Expression {
    const value = of.type.replace('?', '') as Type
    if (of.type === 'text?' || of.type === 'boolean?') {
      if (name === 'contains') return equal(of, demand(inner(), [value], name))
      if (name === 'getOrElse') return infix(of, '??', demand(inner(), [value], name))
      if (name === 'exists' || name === 'forall' || name === 'map') return asked(of, name, value)
    }
    if (of.type === 'text' && Object.hasOwn(textMethods, name)) {
      const argument = demand(inner(), ['text'], name)
      return ask(of, textMethods[name as keyof typeof textMethods], argument)
    }
    if (of.type === 'text' && name === 'equals') return equal(of, demand(inner(), ['text'], name))
    if (of.type === 'texts' && name === 'contains') return listHas(of, demand(argument(), ['text'], name))
    return cursor.reject(`${name} of ${nameOf(of)}`)
  }

  const equal = (one: Expression, other: Expression) => infix(one, '===', other)

  /** An argument. If it is `_` alone, the function is the expression around the call. */
  function argument(): Expression {
    const isAlone = cursor.peek().text === '_' && cursor.peek(1).text === ')'
    return isAlone ? primary() : inner()
  }

  /** Translates `exists`, `forall` and `map` with a function that answers with a boolean. */
  function asked(of: Expression, name: 'exists' | 'forall' | 'map', type: Type): Expression {
    const body = lambda(type)
    const { directly } = body
    if (directly?.of === body.parameter && (directly.mayBeAbsent ? name !== 'forall' : name === 'exists')) {
      const js = directly.write(within(of, binds.call))
      const found: Expression = { js, binds: directly.binds, type: directly.mayBeAbsent ? 'boolean?' : 'boolean' }
      return name === 'exists' && directly.mayBeAbsent ? infix(found, '??', call('false', 'boolean')) : found
    }
    const result = scope.help('mapped', `${of.js}, (${body.parameter}) => ${body.js}`, 'boolean?')
    return name === 'map' ? result : infix(result, '??', call(name === 'exists' ? 'false' : 'true', 'boolean'))
  }

  /** Translates a function of one parameter: `u => …`, `_ …`, or `list.contains`. */
  function lambda(type: Type): Expression & { readonly parameter: string } {
    const isParenthesized = cursor.peek().text === '(' && cursor.peek(3).text === '=>'
    const isNamed = isParenthesized || cursor.peek(1).text === '=>'
    if (isParenthesized) cursor.next()
    const name = isNamed ? cursor.word() : 'it'
    if (isParenthesized) cursor.expect(')')
    const own = scope.inner()
    let free = name
    if (!isNamed) while (own.find(free)) free += '_'
    const parameter = own.declare(free, { type }) ?? cursor.reject(`a second declaration of ${name}`)
    if (isNamed) cursor.expect('=>')
    const hole = { value: call(parameter, type), uses: 0 }
    const body = scalaExpression(cursor, own, { depth: depth + 1, placeholder: isNamed ? undefined : hole })
    if (body.type === 'test' && !isNamed && hole.uses === 0 && type === 'text')
      return { ...listHas({ ...body, type: 'texts' }, call(parameter, 'text')), parameter }
    if (!isNamed && (hole.uses !== 1 || body.js === parameter)) cursor.reject('a value where a function is expected')
    return { ...demand(body, ['boolean'], 'a function'), parameter }
  }

  function primary(): Expression {
    const { kind, text } = cursor.peek()
    if (kind === 'text') return call(quoted(textAt(cursor, scope)), 'text', { isLiteral: true })
    if (cursor.take('(')) {
      const found = inner()
      cursor.expect(')')
      return found
    }
    if (kind !== 'word') return cursor.reject()
    if (text === 'true' || text === 'false') return call(cursor.next().text, 'boolean', { isLiteral: true })
    if (text === '_' && placeholder) {
      cursor.next()
      placeholder.uses++
      return placeholder.value
    }
    if (text === 'None') {
      cursor.next()
      return call('undefined', 'null')
    }
    if (text === 'Some') return some()
    return lists.includes(text) ? textsIn(cursor, scope) : nameAt(cursor, scope)
  }

  function some(): Expression {
    cursor.next()
    cursor.expect('(')
    const found = demand(inner(), ['text', 'boolean'], 'Some')
    cursor.expect(')')
    return { ...found, type: `${found.type as 'text' | 'boolean'}?` }
  }

  function demand(found: Expression, types: readonly Type[], by: string): Expression {
    return types.includes(found.type) ? found : cursor.reject(`${nameOf(found)} as an operand of ${by}`)
  }

  return logical('||', () => logical('&&', equality))
}

const lists = ['Seq', 'List', 'Set', 'Vector']

/** Whether both are texts, both are booleans, or both are options of the same. */
function isComparable(left: Expression, right: Expression): boolean {
  if (right.type === 'null') return left.type.endsWith('?')
  return left.type === right.type && left.type.replace('?', '') in { text: 0, boolean: 0 }
}

const nameOf = ({ type }: Expression): string => scalaNames[type]
