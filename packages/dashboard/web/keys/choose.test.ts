import { describe, expect, it } from 'vitest'
import { choose } from './choose.ts'

const named = (keys: string) => ({ keys, label: keys, run() {} })
const actions = ['Ctrl+K', 'g f', 'g m', 'e', 'Escape'].map(named)
const free = { actions, pending: [], isTyping: false }

describe('the action of a stroke', () => {
  it('is found by the declared keys', () => {
    expect(choose('Ctrl+k', free).action?.keys).toBe('Ctrl+K')
    expect(choose('x', free)).toEqual({ pending: [] })
  })

  it('waits for the rest of a sequence', () => {
    expect(choose('g', free)).toEqual({ pending: ['g'] })
    expect(choose('m', { ...free, pending: ['g'] }).action?.keys).toBe('g m')
  })

  it('is that of the stroke alone if it continues no sequence', () => {
    expect(choose('e', { ...free, pending: ['g'] }).action?.keys).toBe('e')
  })

  it('is none for characters while the user types', () => {
    expect(choose('e', { ...free, isTyping: true })).toEqual({ pending: [] })
    expect(choose('Ctrl+k', { ...free, isTyping: true }).action?.keys).toBe('Ctrl+K')
  })

  it('is that of the binding which comes first', () => {
    const newer = { keys: 'e', label: 'newer', run() {} }
    expect(choose('e', { ...free, actions: [newer, ...actions] }).action?.label).toBe('newer')
  })
})
