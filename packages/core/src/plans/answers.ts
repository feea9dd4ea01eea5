import { type Problem, problem } from '../machine/errors/errors.ts'
import { escapePointer, type JsonObject, own } from '../machine/json/json.ts'
import type { Question } from './asked.ts'

/** The longest text of an answer. */
export const LONGEST_ANSWER = 2000
/** The most unknown answers that are reported. */
const MOST_UNKNOWN = 100

/** The answers of a consumer, and what is wrong with them by JSON pointer. */
export interface Answered {
  /** The answers to questions of the plan. Empty texts are left out. */
  readonly answers: Readonly<Record<string, string | boolean>>
  readonly problems: Readonly<Record<string, readonly Problem[]>>
}

/** Judges the answers to the questions of a plan. Accepts any object. Pure. */
export function judgeAnswers(questions: readonly Question[], sent: JsonObject): Answered {
  const answers: [string, string | boolean][] = []
  const problems: [string, readonly Problem[]][] = []
  for (const question of questions) {
    const value = own(sent, question.name)
    const wrong = isBlank(value) ? missing(question) : problemOf(question, value)
    if (wrong) problems.push([placeOf(question.name), [wrong]])
    else if (!isBlank(value)) answers.push([question.name, value as string | boolean])
  }
  const unknown = Object.keys(sent).filter((name) => !questions.some((question) => question.name === name))
  for (const name of unknown.slice(0, MOST_UNKNOWN)) problems.push([placeOf(name), [problem('error.unknown.field')]])
  return { answers: Object.fromEntries(answers), problems: Object.fromEntries(problems) }
}

const placeOf = (name: string): string => `/form/${escapePointer(name)}`

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '')

const missing = ({ required = false }: Question): Problem | undefined =>
  required ? problem('error.required') : undefined

/** What is wrong with an answer that is there. A checkbox that is required must be checked. */
function problemOf(question: Question, value: unknown): Problem | undefined {
  const { type, options = [] } = question
  if (type === 'checkbox') {
    if (typeof value !== 'boolean') return problem('error.type', 'boolean')
    return value ? undefined : missing(question)
  }
  if (typeof value !== 'string') return problem('error.type', 'string')
  if (type === 'select') return options.includes(value) ? undefined : problem('error.enum', ...options)
  return isTooLong(value) ? problem('error.length.maximum', LONGEST_ANSWER) : undefined
}

/** Whether a text has too many characters, which schemas count as code points. */
const isTooLong = (text: string): boolean => text.length > LONGEST_ANSWER && [...text].length > LONGEST_ANSWER
