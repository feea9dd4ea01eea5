import { describe, expect, it } from 'vitest'
import { defaultPreferences, readPreferences } from './read-preferences.ts'

describe('stored preferences', () => {
  it('are read as they were written', () => {
    const chosen = { theme: 'dark', letterKeys: false, zone: 'Europe/Paris', advanced: true } as const
    expect(readPreferences(JSON.stringify(chosen))).toEqual(chosen)
  })

  it.each([null, '', 'half {', '[]', 'null', '7', '{"theme":"pink","letterKeys":7,"zone":"Atlantis","advanced":1}'])(
    'have their defaults if there are none or they are invalid: %s',
    (text) => {
      expect(readPreferences(text)).toEqual(defaultPreferences)
    },
  )
})
