import { type Problem, problem } from '../errors/errors.ts'
import { escapePointer } from './json.ts'

/**
 * Problems, by JSON pointer, of strings and names in a JSON value that contain half of a surrogate pair. JSON can
 * encode them, but they are not Unicode text and have no UTF-8 (RFC 8259, section 8.2): each program would replace them
 * differently.
 */
export function unicodeProblems(value: unknown): Record<string, Problem[]> {
  const problems: Record<string, Problem[]> = {}
  if (isUnicode(value)) return problems
  look(value, '', (pointer) => {
    problems[pointer.toWellFormed()] = [problem('error.unicode')]
  })
  return problems
}

/** Whether `look` would report nothing. Nearly all values are valid, and this needs no pointers. */
function isUnicode(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isUnicode)
  for (const name of Object.keys(value))
    if (!name.isWellFormed() || !isUnicode((value as Record<string, unknown>)[name])) return false
  return true
}

function look(value: unknown, pointer: string, report: (pointer: string) => void): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) report(pointer)
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) look(item, `${pointer}/${i}`, report)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const place = `${pointer}/${escapePointer(name)}`
      if (!name.isWellFormed()) report(place)
      look(member, place, report)
    }
  }
}
