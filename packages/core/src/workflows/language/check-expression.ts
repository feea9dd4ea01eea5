import { SignalboxError } from '../../machine/errors/errors.ts'
import { escapePointer, isObject, type JsonObject } from '../../machine/json/json.ts'
import type { TSchema } from '../../machine/schema/schema.ts'
import { writtenAs } from './arguments.ts'
import { calledOperator, checkMembers, operatorOf, RAW } from './expression.ts'
import type { Findings } from './findings.ts'
import type { Known } from './known-names.ts'
import { literalProblems } from './literal.ts'
import { parseTemplate } from './path.ts'

/** The place of an expression, and the names known there in addition to memory. */
export interface Place {
  readonly pointer: string
  readonly names: Known
}

/** Finds errors in an expression whose value must fit a schema: paths, operators, and literals. */
export function checkExpression(schema: TSchema, value: unknown, { pointer, names }: Place, findings: Findings): void {
  visit(value, pointer)
  if (findings.isFull()) return
  for (const [place, problems] of literalProblems(schema, value)) findings.add(pointer + place, ...problems)

  function visit(part: unknown, at: string): void {
    if (findings.isFull()) return
    if (typeof part === 'string') telling(at, () => visitText(part, at))
    else if (Array.isArray(part)) for (const [index, item] of part.entries()) visit(item, `${at}/${index}`)
    else if (isObject(part)) visitObject(part, at)
  }

  function visitObject(part: JsonObject, at: string): void {
    const name = calledOperator(part)
    if (name === RAW) return
    if (name !== undefined) telling(at, () => visitCall(name, part[name], at))
    else {
      telling(at, () => checkMembers(part))
      for (const [key, member] of Object.entries(part)) visit(member, `${at}/${escapePointer(key)}`)
    }
  }

  function visitText(text: string, at: string): void {
    for (const part of parseTemplate(text))
      if (typeof part !== 'string' && !names.has(part[0]!)) findings.read(part[0]!, at)
  }

  function visitCall(name: string, args: unknown, at: string): void {
    const { schema, place } = writtenAs(operatorOf(name), args)
    checkExpression(schema, args, { pointer: at + place, names }, findings)
  }

  function telling(at: string, look: () => void): void {
    try {
      look()
    } catch (error) {
      if (!(error instanceof SignalboxError)) throw error
      findings.add(at, ...error.errors)
    }
  }
}
