import { describe, expect, it } from 'vitest'
import { clockTime, counted, keyLabel, listed } from './words.ts'

describe('words', () => {
  it('count with a noun', () => {
    expect([counted(1, 'feature'), counted(100_000, 'feature'), counted(0, 'entry', 'entries')]).toEqual([
      '1 feature',
      '100,000 features',
      '0 entries',
    ])
  })

  it('say the time of day in a zone', () => {
    const instant = Date.UTC(2026, 5, 1, 22, 5)
    expect([clockTime(instant, 'UTC'), clockTime(instant, 'Europe/Paris')]).toEqual(['22:05', '00:05'])
  })

  it('list things', () => {
    expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ])
  })

  it('name keys as the computer labels them', () => {
    expect([keyLabel('Ctrl+K', 'Linux'), keyLabel('Ctrl+K', 'MacIntel'), keyLabel('Shift+ArrowDown', '')]).toEqual([
      'Ctrl K',
      '⌘ K',
      'Shift ↓',
    ])
  })
})
