import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import type { StandardSchema } from '../index.ts'
import { nextChange, readyFlags } from './flags.fixture.ts'

/** A schema of colours that counts its calls. */
function colours() {
  let asked = 0
  const schema: StandardSchema<{ color: string }> = {
    '~standard': {
      version: 1,
      vendor: 'tests',
      validate(value) {
        asked++
        const { color } = value as { color?: unknown }
        if (typeof color === 'string') return { value: { color: color.toUpperCase() } }
        return { issues: [{ message: 'Not a text', path: ['color'] }, { message: 'Not a theme' }] }
      },
    },
  }
  return { schema, asked: () => asked }
}

async function served() {
  const { box } = createTestBox()
  await box.configs.create({ body: { id: 'theme', value: { color: 'red' } } })
  await box.configs.create({ body: { id: 'text', value: '{"size":1}' } })
  await box.configs.create({ body: { id: 'broken', value: { color: 7 } } })
  return { box, ...(await readyFlags(box, { flags: { configs: { missing: { color: 'blue' } } } })) }
}

describe('a config', () => {
  it('is the frozen value of the server, with a JSON text parsed', async () => {
    const { flags, box } = await served()
    expect(flags.config('theme')).toEqual({ color: 'red' })
    expect(flags.config('theme')).toBe(flags.config('theme'))
    expect(Object.isFrozen(flags.config('theme'))).toBe(true)
    expect(flags.config('text')).toEqual({ size: 1 })
    expect(flags.snapshot().configs.find(({ id }) => id === 'text')?.value).toBe('{"size":1}')
    const changed = nextChange(flags)
    await box.configs.replace({ id: 'theme', body: { id: 'theme', value: { color: 'green' } } })
    expect(await changed).toEqual({ features: [], segments: [], configs: ['theme'], experiments: [] })
    expect(flags.config('theme')).toEqual({ color: 'green' })
  })

  it('that does not exist is its default, a failure, or the result of a function', async () => {
    const { flags } = await served()
    expect(flags.config('missing')).toEqual({ color: 'blue' })
    expect(flags.config('unknown')).toBeUndefined()
    expect(flags.config('unknown', { default: 7 })).toBe(7)
    expect(() => flags.config('unknown', { onError: 'throw' })).toThrow('config unknown does not exist')
    expect(flags.config('unknown', { onError: (error) => String(error) })).toContain('config unknown')
  })

  it('is validated by a schema once per value', async () => {
    const { flags, box } = await served()
    const { schema, asked } = colours()
    expect(flags.config('theme', { schema })).toEqual({ color: 'RED' })
    expect(flags.config('theme', { schema })).toBe(flags.config('theme', { schema }))
    expect(asked()).toBe(1)
    expect(flags.config('missing', { schema })).toEqual({ color: 'BLUE' })
    const changed = nextChange(flags)
    await box.configs.replace({ id: 'theme', body: { id: 'theme', value: { color: 'green' } } })
    await changed
    expect(flags.config('theme', { schema })).toEqual({ color: 'GREEN' })
  })

  it('that does not fit its schema is a failure that names every issue', async () => {
    const { flags } = await served()
    const { schema } = colours()
    expect(flags.config('broken', { schema, default: { color: 'NONE' } })).toEqual({ color: 'NONE' })
    expect(() => flags.config('broken', { schema, onError: 'throw' })).toThrow(
      'The config broken does not match its schema: Not a text (color); Not a theme',
    )
    const later = {
      '~standard': { version: 1, vendor: 'tests', validate: async (value: unknown) => ({ value }) },
    } as const
    expect(() => flags.config('theme', { schema: later, onError: 'throw' })).toThrow('synchronously')
  })
})
