import type { Completions } from '../../code/complete.ts'
import type { Language, Word } from './language.ts'

/** Proposes words of the language: kinds of nodes, functions, and operators. */
export function completeWorkflow(
  text: string,
  offset: number,
  { nodes, operators, functions }: Language,
): Completions | undefined {
  const before = text.slice(Math.max(0, offset - 200), offset)
  const [, member, begun] = /"(kind|function)"\s*:\s*"([\w.$-]*)$/.exec(before) ?? []
  if (begun !== undefined)
    return { from: offset - begun.length, options: optionsOf(member === 'kind' ? nodes : functions) }
  const [operator] = /(?<=[{,]\s*")\$\w*$/.exec(before) ?? []
  return operator === undefined ? undefined : { from: offset - operator.length, options: optionsOf(operators) }
}

const optionsOf = (words: readonly Word[]): Completions['options'] =>
  words.map(({ name, description }) => ({ label: name, detail: brief(description) }))

/** The first clause of a description, for a narrow list. */
const brief = (description: string): string => {
  const [first = ''] = description.split(/[.;:]/)
  return first.length > 60 ? `${first.slice(0, 59)}…` : first
}
