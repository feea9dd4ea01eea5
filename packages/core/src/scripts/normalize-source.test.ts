import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'

const text = 'function enabled(context, enabled) { enabled() }'
const scala = { type: 'scala', script: 'def enabled(): Unit = {}' }

/** Spellings of a script, each with its normalized form. */
const spellings: Readonly<Record<string, readonly [written: unknown, kept: unknown]>> = {
  'a language and a text': [scala, scala],
  'a text without a language': [{ script: text }, { type: 'javascript', script: text }],
  'a script within a script': [{ script: scala }, scala],
  'a script within a script of the same language': [{ type: 'scala', script: scala }, scala],
  'a language beside a script that has none': [
    { type: 'kotlin', script: { script: 'k' } },
    { type: 'kotlin', script: 'k' },
  ],
}

describe('a script', () => {
  it.each(Object.entries(spellings))('of a feature can be %s', async (_, [parameters, kept]) => {
    const box = createSignalbox()
    const body = { id: 'a', enabled: true, activationStrategy: 'SCRIPT', parameters } as never
    expect(await box.features.create({ body })).toMatchObject({ parameters: kept })
    expect(await box.features.get({ id: 'a' })).toMatchObject({ parameters: kept })
  })

  it.each(Object.entries({ ...spellings, 'a text': [text, { type: 'javascript', script: text }] as const }))(
    'that features share can be %s',
    async (_, [source, kept]) => {
      const box = createSignalbox()
      const result = await box.scripts.import({ body: [{ id: 's', name: 's', source } as never] })
      expect(result).toMatchObject({ success: 1 })
      expect((await box.scripts.get({ id: 's' })).source).toEqual(kept)
    },
  )

  it.each([
    ['two languages', { type: 'kotlin', script: scala }, '/parameters/script'],
    ['no text', { type: 'scala', script: {} }, '/parameters/script'],
    ['a member that is unknown', { script: { ...scala, name: 'x' } }, '/parameters/name'],
    ['a number for a text', { script: 3 }, '/parameters/type'],
  ])('with %s is rejected', async (_, parameters, pointer) => {
    const body = { id: 'a', enabled: true, activationStrategy: 'SCRIPT', parameters } as never
    await expect(createSignalbox().features.create({ body })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { [pointer]: [expect.anything()] },
    })
  })
})
