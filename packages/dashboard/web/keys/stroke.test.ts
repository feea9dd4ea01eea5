import { describe, expect, it } from 'vitest'
import { isPlain, strokeOf, strokesOf } from './stroke.ts'

const press = (key: string, more = {}) =>
  strokeOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

describe('a key press', () => {
  it('is written with its modifiers; ⌘ counts as Ctrl', () => {
    expect(press('k', { ctrlKey: true })).toBe('Ctrl+k')
    expect(press('k', { metaKey: true })).toBe('Ctrl+k')
    expect(press('Z', { ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+z')
    expect(press('ArrowDown', { shiftKey: true })).toBe('Shift+ArrowDown')
  })

  it('is the character itself where Shift is needed to write it', () => {
    expect(press('?', { shiftKey: true })).toBe('?')
    expect(press('G', { shiftKey: true })).toBe('g')
  })

  it('is a Latin letter on keyboards that write others', () => {
    expect(press('л', { ctrlKey: true, code: 'KeyK' })).toBe('Ctrl+k')
  })
})

describe('declared keys', () => {
  it('are one stroke, or several in sequence', () => {
    expect(strokesOf('Ctrl+K')).toEqual(['Ctrl+k'])
    expect(strokesOf('g f')).toEqual(['g', 'f'])
    expect(strokesOf('Shift+ArrowDown')).toEqual(['Shift+ArrowDown'])
    expect(strokesOf('Escape')).toEqual(['Escape'])
  })

  it('are plain if they write a character', () => {
    expect(['e', '/', '?', 'Ctrl+k', 'Enter'].map(isPlain)).toEqual([true, true, true, false, false])
  })
})
