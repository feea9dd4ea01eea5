import { describe, expect, it } from 'vitest'
import { checkOptions, createSignalbox, memoryStore } from '../../index.ts'

describe('an unknown option', () => {
  it.each<[what: string, call: () => unknown, says: string]>([
    ['createSignalbox', () => createSignalbox({ stor: memoryStore() } as never), 'option stor (did you mean store?)'],
    [
      'createSignalbox',
      () => createSignalbox({ timezone: 'UTC' } as never),
      'option timezone (did you mean timeZone?)',
    ],
    ['The option workflows', () => createSignalbox({ workflows: { run: 1 } } as never), 'run (did you mean runs?)'],
    ['memoryStore', () => memoryStore({ eventKept: 1 } as never), 'option eventKept (did you mean eventsKept?)'],
  ])('of %s is rejected with a suggestion: %#', (what, call, says) => {
    expect(call).toThrow(TypeError)
    expect(call).toThrow(`${what} does not take the`)
    expect(call).toThrow(says)
  })

  it('is rejected with the known options; several are named individually', () => {
    expect(() => checkOptions('open', { a: 1, colour: 2, b: undefined }, { path: true, mode: true })).toThrow(
      'open does not take the option a, colour; its options are path, mode',
    )
  })

  it('is ignored if undefined or inherited', () => {
    checkOptions('open', { colour: undefined, path: 1 }, { path: true })
    expect(() => checkOptions('open', { toString: 1 }, { path: true })).toThrow('toString')
  })
})
