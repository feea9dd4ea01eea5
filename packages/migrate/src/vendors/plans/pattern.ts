import type { PatternEngine } from '@signalbox/core/evaluate'

/** Whether JavaScript reads a text as a regular expression. Products that use it never match others. */
export function isScriptPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}

/**
 * Converts a regular expression of JavaScript to one of RE2, which matches in linear time. `undefined` if it uses what RE2
 * has not, such as lookahead and backreferences, or if it is too long or too large.
 */
export function toLinear(source: string, patterns: PatternEngine, flags: '' | 'i' = ''): string | undefined {
  const parts: string[] = flags === '' ? [] : [`(?${flags})`]
  for (const [part] of source.matchAll(PARTS)) {
    const converted = convert(part)
    if (converted === undefined) return undefined
    parts.push(converted)
  }
  const pattern = parts.join('')
  return pattern.length <= MOST_CHARACTERS && patterns.problemOf(pattern) === undefined ? pattern : undefined
}

const MOST_CHARACTERS = 256

/** Escapes, beginnings of groups, and single characters. */
const PARTS =
  /\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[\s\S]|\(\?(?:<?[=!]|<[A-Za-z_$][\w$]*>|:)|\[\^\]|\[\]|\[\[?|[\s\S]/g

function convert(part: string): string | undefined {
  if (part.startsWith('\\u')) return part.length === 6 ? `\\x{${part.slice(2)}}` : 'u'
  if (part.startsWith('\\c')) return part.length === 3 ? `\\x{${(part.charCodeAt(2) % 32).toString(16)}}` : undefined
  if (/^\\[1-9k]/.test(part) || /^\(\?<?[=!]/.test(part)) return undefined
  if (part.startsWith('(?<')) return '('
  if (part === '[^]') return '[\\x{0}-\\x{10FFFF}]'
  if (part === '[]') return undefined
  if (part === '[[') return '[\\['
  if (/^\\[A-Za-z]$/.test(part) && !KEPT.test(part)) return part.slice(1)
  if (part === '\\0') return '\\x{0}'
  return part
}

/** The escapes of letters with the same meaning in both. Others stand for the letter. */
const KEPT = /^\\[dDwWsSbBtnrfv]$/
