import type { Step } from '../folder/plan.ts'
import { nameOf } from '../folder/plan-lines.ts'
import type { Found } from './find-scripts.ts'

/** The lines of a plan about a script: its text and the translation, or why it is left as it is. */
export function describeFound({ kind, id, type, source, translation, comparison }: Found): string[] {
  const name = nameOf(kind, id)
  if (translation === undefined) return []
  if (!('script' in translation))
    return [`= ${name} stays in ${type}, line ${translation.line} is not translated: ${translation.reason}`]
  const lines = [...marked('-', source), ...marked('+', translation.script)]
  if (comparison === undefined) return [`~ ${name}: ${type} -> javascript`, ...lines]
  if ('contexts' in comparison)
    return [`~ ${name}: ${type} -> javascript, with the same answers in ${comparison.contexts} contexts`, ...lines]
  const { context, answers } = comparison
  const difference = `In the context ${JSON.stringify(context)} it answers ${answers[0]}, the translation ${answers[1]}`
  return [`= ${name} stays in ${type}, because answers differ`, ...lines, `    ${difference}`]
}

/** The change that stores a translation; none if there is no translation, or if it answers differently. */
export function translatedStep({ kind, id, record, withScript, translation, comparison }: Found): readonly Step[] {
  if (!translation || !('script' in translation) || (comparison && 'context' in comparison)) return []
  return [{ change: 'update', kind, id, from: record, to: { record: withScript(translation.script) } }]
}

const marked = (sign: string, text: string): string[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => `    ${sign} ${line.replaceAll('\t', '  ')}`.trimEnd())
