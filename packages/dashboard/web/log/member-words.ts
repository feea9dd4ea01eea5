import { memberIn } from '../kinds/pieces.ts'
import { memberLabel } from '../values/member-label.ts'
import { stepsOf } from '../values/pointer.ts'

/**
 * A member of a record in words, for sentences: `the status of the plan free`, `the percentage of rule 1`. Members of the
 * record itself keep their names, and so do members whose names are no words.
 */
export function memberWords(pointer: string, record: unknown): string {
  const steps = stepsOf(pointer)
  const at = steps.findLastIndex((step) => /^\d+$/.test(step))
  if (at < 1 || !steps.every((step) => /^[\w$-]+$/.test(step))) return memberLabel(pointer)
  const path = steps.slice(0, at + 1)
  const item = path.reduce<unknown>(memberIn, record)
  const what = `${singular(inWords(steps[at - 1]!))} ${nameOf(item) ?? Number(steps[at]) + 1}`
  const within = steps.slice(at + 1)
  return within.length === 0 ? `the ${what}` : `the ${within.toReversed().map(inWords).join(' of ')} of the ${what}`
}

/** What people call an item of a list. */
function nameOf(item: unknown): string | undefined {
  const name = memberIn(item, 'id') ?? memberIn(item, 'name')
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** The name of a member in words: `context_path` and `contextPath` are `context path`. */
const inWords = (name: string): string =>
  name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)

const singular = (words: string): string => words.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
