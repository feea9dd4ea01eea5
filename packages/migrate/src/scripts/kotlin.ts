import type { Cursor } from './cursor.ts'
import { ask, call, type Expression, infix, listHas, not, quoted, type Type, textMethods } from './expression.ts'
import type { Scope } from './scope.ts'
import { nameAt, sameKind, textAt, textsIn } from './shared.ts'
import { kotlinNames } from './type-names.ts'

/** Translates an expression of Kotlin over Jackson. With `depth`, how many parentheses are around it. */
export function kotlinExpression(cursor: Cursor, scope: Scope, depth = 0): Expression {
  /** Whether an operator is next. Some of them may be the first on a line; in parentheses, all may. */
  const follows = (operator: string, mayBeFirst: boolean) =>
    cursor.peek().text === operator &&
    cursor.peek().kind !== 'text' &&
    (mayBeFirst || depth > 0 || !cursor.peek().isFirst)
  const inner = () => kotlinExpression(cursor, scope, depth + 1)

  function logical(operator: '||' | '&&', operand: () => Expression): Expression {
    let left = operand()
    while (follows(operator, true)) {
      demand(left, ['boolean'], operator)
      cursor.next()
      left = infix(left, operator, demand(operand(), ['boolean'], operator))
    }
    return left
  }

  function equality(): Expression {
    let left = membership()
    while (follows('==', false) || follows('!=', false)) {
      const operator = cursor.next()
      const right = membership()
      if (!isComparable(left, right)) cursor.reject(`a comparison of ${nameOf(left)} and ${nameOf(right)}`, operator)
      left = infix(left, operator.text === '==' ? '===' : '!==', right)
    }
    return left
  }

  function membership(): Expression {
    const left = elvis()
    const isNegated = follows('!', false) && cursor.peek(1).text === 'in'
    if (!isNegated && !follows('in', false)) return left
    demand(left, ['text', 'text?'], 'in')
    if (isNegated) cursor.next()
    cursor.next()
    const found = listHas(demand(elvis(), ['texts'], 'in'), left)
    return isNegated ? not(found) : found
  }

  function elvis(): Expression {
    let left = unary()
    while (follows('?:', true)) {
      cursor.next()
      const right = unary()
      if (!sameKind(left, right) || !(left.type in present || left.type.endsWith('?')))
        cursor.reject(`?: between ${nameOf(left)} and ${nameOf(right)}`)
      left = left.type.endsWith('?') ? infix(left, '??', right) : left
    }
    return left
  }

  function unary(): Expression {
    return cursor.take('!') ? not(demand(unary(), ['boolean'], '!')) : postfix()
  }

  function postfix(): Expression {
    let left = primary()
    for (;;) {
      if (follows('!', false) && cursor.peek(1).text === '!') {
        cursor.next()
        cursor.next()
        if (left.type.endsWith('?') || left.type === 'node')
          left = { ...scope.help('present', left.js, withoutNull(left.type)), ...(left.path && { path: left.path }) }
      } else if (follows('[', false) && !cursor.peek().isFirst) {
        cursor.next()
        left = member(left, 'get', textAt(cursor, scope), false)
        cursor.expect(']')
      } else if (follows('.', true) || follows('?.', true)) {
        const safely = cursor.next().text === '?.'
        left = method(left, cursor.word(), safely)
      } else return left
    }
  }

  function method(of: Expression, name: string, safely: boolean): Expression {
    if (cursor.peek().text !== '(') cursor.reject(`the property ${name}`)
    cursor.next()
    const result = applied(of, name, safely)
    cursor.expect(')')
    return result
  }

  function applied(of: Expression, name: string, safely: boolean): Expression {
    const isNode = of.type === 'context' || of.type === 'node' || of.type === 'path'
    if (isNode && (name === 'get' || name === 'path' || name === 'has'))
      return member(of, name, textAt(cursor, scope), safely)
    if (isNode && name === 'asText') {
      if (of.type === 'path') return infix(scope.help('textOf', of.js, 'text?'), '??', literal(''))
      return scope.help('textOf', demanded(of, safely), safely ? 'text?' : 'text')
    }
    if (isNode && name === 'textValue') return scope.help('stringOf', demanded(of, safely), 'text?')
    if (of.type === 'text' || of.type === 'text?') {
      const argument = demand(inner(), ['text'], name)
      if (Object.hasOwn(textMethods, name))
        return ask(of, textMethods[name as keyof typeof textMethods], argument, safely)
    }
    if (of.type === 'texts' && name === 'contains' && !safely)
      return listHas(of, demand(inner(), ['text', 'text?'], name))
    return cursor.reject(`${name} of ${nameOf(of)}`)
  }

  function member(of: Expression, how: 'get' | 'path' | 'has', name: string, safely: boolean): Expression {
    if (of.type !== 'context' && of.type !== 'node' && of.type !== 'path') cursor.reject(`[…] of ${nameOf(of)}`)
    const node = { ...of, js: demanded(of, safely) }
    // Where the value is absent, a safe call has no answer, neither true nor false.
    if (how === 'has' && safely && of.type === 'node') return cursor.reject('?.has(…)')
    const found = scope.member(node, name, how === 'path' ? 'path' : 'node')
    return how === 'has' ? infix(found, '!==', call('undefined', 'null')) : found
  }

  /** The text of a value. If it may be absent and the call is not safe, the script fails without it. */
  const demanded = (of: Expression, safely: boolean): string =>
    of.type === 'node' && !safely ? scope.help('present', of.js, 'node').js : of.js

  function primary(): Expression {
    const { kind, text } = cursor.peek()
    if (kind === 'text') return literal(textAt(cursor, scope))
    if (cursor.take('(')) {
      const found = inner()
      cursor.expect(')')
      return found
    }
    if (kind !== 'word') return cursor.reject()
    if (text === 'true' || text === 'false') return call(cursor.next().text, 'boolean')
    if (text === 'null') {
      cursor.next()
      return call('undefined', 'null')
    }
    return lists.includes(text) ? textsIn(cursor, scope) : nameAt(cursor, scope)
  }

  const literal = (text: string) => call(quoted(text), 'text', { isLiteral: true })

  function demand(found: Expression, types: readonly Type[], by: string): Expression {
    return types.includes(found.type) ? found : cursor.reject(`${nameOf(found)} as an operand of ${by}`)
  }

  return logical('||', () => logical('&&', equality))
}

const lists = ['listOf', 'setOf', 'arrayOf']

const present = { text: true, boolean: true } as const

const withoutNull = (type: Type): Type => type.replace('?', '') as Type

/** Whether Kotlin compares two values, and only texts and booleans by what they have. */
function isComparable(left: Expression, right: Expression): boolean {
  if (right.type === 'null') return left.type === 'node' || left.type.endsWith('?')
  return sameKind(left, right) && withoutNull(left.type) in present
}

const nameOf = ({ type }: Expression): string => kotlinNames[type]
