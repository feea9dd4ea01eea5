import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fileSnapshot } from '../../node.ts'
import { controlled } from '../controlled.fixture.ts'
import { flagsOf, nextChange, plain, quickWait, readyFlags, whenActive } from '../flags.fixture.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

/** A server that is down. */
function nobody() {
  const server = controlled(createTestBox().box)
  server.goDown()
  return server.api
}

describe('a snapshot in a file', () => {
  it('provides values after a restart while the server is down', async () => {
    const file = join(await folder(), 'deep', 'flags.json')
    const { box } = createTestBox({ bucketing: 'classic' })
    await box.features.create({ body: plain('a') })
    const { flags } = await readyFlags(box, { snapshot: fileSnapshot(file) })
    const changed = nextChange(flags)
    await box.configs.create({ body: { id: 'c', value: [1] } })
    await changed
    await flags.close()
    const again = await readyFlags(nobody(), { snapshot: fileSnapshot(file), wait: quickWait(), bootstrap: {} })
    expect([again.flags.status, again.flags.isActive('a'), again.flags.config('c')]).toEqual(['stale', true, [1]])
    expect(again.flags.snapshot().settings).toMatchObject({ bucketing: 'classic' })
    await again.flags.close() // it saves again; until then a temporary file may be in the folder
    expect(await readdir(join(file, '..'))).toEqual(['flags.json'])
  })

  it('saves the first change at once, those of a second after it together, and never two at a time', async () => {
    const { box } = createTestBox()
    const saved: string[] = []
    let running = 0
    const store = {
      load: () => undefined,
      async save(text: string) {
        expect(running++).toBe(0)
        await Promise.resolve()
        saved.push(text)
        running--
      },
    }
    const { flags } = await readyFlags(box, { snapshot: store, wait: quickWait(1000) })
    for (const id of ['a', 'b', 'c', 'd']) await box.features.create({ body: plain(id) })
    await whenActive(flags, 'd')
    const featuresIn = (text: string): number => JSON.parse(text).features.length
    expect(saved.map(featuresIn)).toEqual([expect.any(Number)])
    await flags.close()
    expect(saved.map(featuresIn)).toEqual([expect.any(Number), 4])
  })

  it('is not replaced by a bootstrap before it is read', async () => {
    const loading = Promise.withResolvers<string>()
    const saved: string[] = []
    const snapshot = { load: () => loading.promise, save: (text: string) => void saved.push(text) }
    const { flags } = flagsOf(undefined, { snapshot, bootstrap: { features: [plain('a')] } })
    loading.resolve(JSON.stringify({ features: [plain('b')], configs: [], experiments: [] }))
    await flags.ready()
    await flags.close()
    expect([flags.isActive('b'), saved]).toEqual([true, []])
  })

  it.each([
    ['no JSON', '{"features":['],
    ['JSON of something else', '{"features":"all"}'],
    ['nothing', ''],
    ['experiments without variants', '{"features":[],"configs":[],"experiments":[{"id":"e"}]}'],
    ['a zone that nobody knows', '{"settings":{"timeZone":"Mars"},"features":[],"configs":[],"experiments":[]}'],
  ])('with %s is ignored and reported', async (_, text) => {
    const file = join(await folder(), 'flags.json')
    await writeFile(file, text)
    const { flags, reported } = flagsOf(nobody(), { snapshot: fileSnapshot(file), wait: quickWait() })
    await expect(flags.ready()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(reported.map(String)).toContain('Error: The saved snapshot of the flags cannot be read and is ignored')
    expect(flags.isActive('a')).toBe(false)
    await flags.close()
    expect(await readFile(file, 'utf8')).toBe(text)
  })

  it('that cannot be written is reported, and leaves nothing behind', async () => {
    const place = await folder()
    await mkdir(join(place, 'flags.json'))
    const { box } = createTestBox()
    const snapshot = fileSnapshot(join(place, 'flags.json'))
    const { flags, reported } = await readyFlags(box, { snapshot, wait: quickWait(2000) })
    await flags.close()
    expect(reported.map(String)).toContain(
      'Error: The snapshot of the flags could not be saved; the next change saves it again',
    )
    expect(await readdir(place)).toEqual(['flags.json'])
  })

  it('that a synchronous store returns is ignored if it is invalid', async () => {
    const { flags, reported } = flagsOf(undefined, { snapshot: { load: () => '{"features":[]}', save: () => {} } })
    await flags.ready()
    expect(reported.map(String)).toEqual(['Error: The saved snapshot of the flags cannot be read and is ignored'])
  })

  it('applies at once if its store is synchronous', () => {
    const text = JSON.stringify({ features: [plain('a')], configs: [], experiments: [] })
    const { flags } = flagsOf(undefined, { snapshot: { load: () => text, save: () => {} } })
    expect(flags.isActive('a')).toBe(true)
  })
})
