import type { Subscription } from './states.ts'

interface Asked {
  readonly name: string
  readonly label: string
}

/** The answers of a consumer, each with its question; answers to questions that the plan no longer has have their names. */
export function askedAnswers(
  answers: Subscription['form'] = {},
  questions: readonly Asked[] = [],
): readonly (readonly [question: string, answer: string])[] {
  const known = questions.filter(({ name }) => Object.hasOwn(answers, name))
  const others = Object.keys(answers).filter((name) => !known.some((one) => one.name === name))
  return [
    ...known.map(({ name, label }) => [label, inWords(answers[name])] as const),
    ...others.map((name) => [name, inWords(answers[name])] as const),
  ]
}

const inWords = (answer: string | boolean | undefined): string =>
  typeof answer === 'boolean' ? (answer ? 'Yes' : 'No') : (answer ?? '')
