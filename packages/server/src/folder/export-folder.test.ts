import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fill, observedBox } from '../fixtures/full-box.fixture.ts'
import { applyFolder } from './apply-folder.ts'
import { exportFolder } from './export-folder.ts'
import { readInstance } from './read-instance.ts'
import { recordKinds } from './record-kinds.ts'
import { storeInstance } from './sides.ts'
import { fileNameOf } from './write-folder.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'signalbox-'))
})
afterAll(() => rm(parent, { recursive: true }))
const newFolder = () => mkdtemp(join(parent, 'folder-'))

const exported = (box: Signalbox, folder: string, options: { pattern?: string; secrets?: boolean } = {}) =>
  exportFolder(storeInstance(box, 'the box'), folder, { kinds: recordKinds, ...options })

async function applied(box: Signalbox, folder: string) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const end = await applyFolder(storeInstance(box, 'the box'), folder, { reason: 'test', print, warn: print })
  return { end, last: lines.at(-1), lines }
}

/** All records of a box, secrets included, by kind and id, without what the service computes. */
async function recordsOf(box: Signalbox): Promise<Record<string, object>> {
  const { records } = await readInstance(box, { kinds: recordKinds })
  const all = [...records].flatMap(([kind, own]) =>
    [...own].map(([id, { record }]) => [`${kind} ${id}`, record] as const),
  )
  return Object.fromEntries(all)
}

const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as const

describe('a link out of the folder', () => {
  const linked = async (name: string, isFolder: boolean) => {
    const [folder, outside] = [await newFolder(), await newFolder()]
    const target = isFolder ? outside : join(outside, 'secret.yaml')
    if (!isFolder) await writeFile(target, 'id: a\nother: *TOKEN\n')
    await mkdir(join(folder, 'features'), { recursive: true })
    if (name === 'features') await rm(join(folder, 'features'), { recursive: true })
    await symlink(target, join(folder, name))
    return { folder, outside }
  }
  const links: [string, boolean][] = [
    ['features', true],
    ['features/below', true],
    ['features/x.yaml', false],
  ]

  it.each(links)('is neither written nor read: %s', async (name, isFolder) => {
    const box = createSignalbox()
    await box.features.create({ body: feature('a') })
    const { folder, outside } = await linked(name, isFolder)
    const before = await readdir(outside)
    const refused = `${join(folder, name)} is a link out of the folder`
    await expect(exported(box, folder)).rejects.toThrow(refused)
    await expect(applied(box, folder)).rejects.toThrow(refused)
    await expect(applied(box, folder)).rejects.not.toThrow(/TOKEN/)
    expect(await readdir(outside)).toEqual(before)
    await box.close()
  })

  it('does not matter if it stays inside, nor if the folder itself is one', async () => {
    const box = createSignalbox()
    await box.features.create({ body: feature('a') })
    const folder = await newFolder()
    await mkdir(join(folder, '.data', 'features'), { recursive: true })
    await symlink(join('.data', 'features'), join(folder, 'features'))
    const link = `${folder}-link`
    await symlink(folder, link)
    await exported(box, link)
    expect(await readdir(join(folder, '.data', 'features'))).toEqual(['a.yaml'])
    expect(await applied(box, link)).toMatchObject({ end: 'done', last: expect.stringMatching(/^No changes: /) })
    await box.close()
  })
})

describe('a folder with the records of a box', () => {
  it('makes an empty box the same, with records of every kind, and then changes nothing', async () => {
    const from = observedBox()
    await fill(from)
    const to = observedBox(from.now)
    const folder = await newFolder()
    await exported(from.box, folder, { secrets: true })
    const { end, lines } = await applied(to.box, folder)
    expect({ end, lines: lines.slice(-3) }).toMatchObject({ end: 'done' })
    expect(await recordsOf(to.box)).toEqual(await recordsOf(from.box))
    expect(new Set(Object.keys(await recordsOf(from.box)).map((name) => name.split(' ')[0]))).toEqual(
      new Set(recordKinds.map(({ kind }) => kind)),
    )
    expect(await applied(to.box, folder)).toMatchObject({ end: 'done', last: expect.stringMatching(/^No changes: /) })
    await Promise.all([from.box.close(), to.box.close()])
  })

  it('does so whatever the ids and texts are', { timeout: 60_000 }, async () => {
    const part = fc.string({ unit: fc.constantFrom(...'abAB.._-@01'), minLength: 1, maxLength: 6 })
    const hostile = fc.constantFrom('..:..', '...', '.git', 'con', 'CON', 'aux.txt', 'nul:a', 'a:..:b', 'x.', 'A', 'a')
    const long = fc.constantFrom('a'.repeat(512), `${'a'.repeat(511)}b`, 'A'.repeat(512))
    const key = fc
      .oneof(
        { weight: 4, arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(':')) },
        hostile,
        long,
      )
      .filter((id) => id !== '.' && id !== '..')
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', 'no', '1e3', '~', '# a', '- b', '\u0085', '\ufeff', '2026-01-01', '<<', '&a', '\t', 'a\nb\n'),
    )
    const json = fc.jsonValue({ stringUnit: 'binary' })
    const box = fc.record({
      features: fc.uniqueArray(fc.record({ id: key, description: text }), { selector: ({ id }) => id, maxLength: 8 }),
      configs: fc.uniqueArray(fc.record({ id: key, value: json }), { selector: ({ id }) => id, maxLength: 8 }),
      users: fc.uniqueArray(
        part.filter((id) => !/^\.\.?$/.test(id)),
        { maxLength: 4 },
      ),
      names: fc.array(text, { minLength: 4, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(box, async ({ features, configs, users, names }) => {
        const [from, to, folder] = [createSignalbox(), createSignalbox(), await newFolder()]
        for (const { id, description } of features)
          await from.features.create({ body: { ...feature(id), description } })
        for (const body of configs) await from.configs.create({ body: body as never })
        for (const [i, id] of users.entries()) await from.users.create({ body: { id, name: `${names[i]}.` } })
        await exported(from, folder, { secrets: true })
        const isEmpty = features.length + configs.length + users.length === 0
        if (!isEmpty) expect(await applied(to, folder)).toMatchObject({ end: 'done' })
        expect(await recordsOf(to)).toEqual(await recordsOf(from))
        expect(await exported(to, folder, { secrets: true })).toMatchObject({ written: 0, removed: 0 })
      }),
      { numRuns: 60 },
    )
  })
})

describe('an export to a folder', () => {
  it('writes one file a record, the same each time, and removes those of records that are gone', async () => {
    const [box, folder] = [createSignalbox(), await newFolder()]
    for (const id of ['shop:express', 'b']) await box.features.create({ body: feature(id) })
    expect(await exported(box, folder)).toMatchObject({ written: 2, removed: 0, unchanged: 0 })
    expect(await readdir(join(folder, 'features'))).toEqual(['b.yaml', 'shop+express.yaml'])
    expect(await readFile(join(folder, 'features/shop+express.yaml'), 'utf8')).toBe(
      '# Written by signalbox export.\nid: shop:express\nenabled: true\nactivationStrategy: NO_STRATEGY\n',
    )
    await writeFile(join(folder, 'features', 'mine.yaml'), 'id: mine\n')
    await writeFile(join(folder, 'README.md'), 'mine')
    await box.features.delete({ id: 'b' })
    expect(await exported(box, folder, { pattern: 'shop:*' })).toMatchObject({ written: 0, removed: 0, unchanged: 1 })
    expect(await exported(box, folder)).toMatchObject({ written: 0, removed: 1, unchanged: 1 })
    expect(await readdir(join(folder, 'features'))).toEqual(['mine.yaml', 'shop+express.yaml'])
  })

  it('rejects, before it writes, a record in a file that it did not write', async () => {
    const [box, folder] = [createSignalbox(), await newFolder()]
    for (const id of ['a', 'b']) await box.features.create({ body: feature(id) })
    await writeFile(join(folder, 'features.yaml'), `- ${JSON.stringify(feature('b'))}\n`)
    await expect(exported(box, folder)).rejects.toThrow(
      'features b is in features.yaml:1, which signalbox export did not',
    )
    await rm(join(folder, 'features.yaml'))
    await mkdir(join(folder, 'features'))
    await writeFile(join(folder, 'features', 'a.yaml'), `# mine\n${JSON.stringify(feature('c'))}\n`)
    await expect(exported(box, folder)).rejects.toThrow('features/a.yaml is in the way')
    expect(await readdir(join(folder, 'features'))).toEqual(['a.yaml'])
  })

  it('removes what an export that was killed has left, and never gives its mode to secrets', async () => {
    const [box, folder] = [createSignalbox(), await newFolder()]
    await box.features.create({ body: feature('a') })
    await exported(box, folder)
    const { pid: gone } = spawnSync(process.execPath, ['--version'])
    const left = [gone, process.pid, process.ppid].map((pid) => `.${pid}.tmp`)
    for (const name of left) await writeFile(join(folder, 'features', name), '# Written by', { mode: 0o644 })
    await box.features.patch({ id: 'a', body: { enabled: false } })
    expect(await exported(box, folder, { secrets: true })).toMatchObject({ written: 1 })
    // The parent of this process runs, so it may still be writing.
    expect((await readdir(join(folder, 'features'))).sort()).toEqual([`.${process.ppid}.tmp`, 'a.yaml'])
    expect((await stat(join(folder, 'features', 'a.yaml'))).mode & 0o777).toBe(0o600)
  })

  it('masks secrets, unless they are asked for', async () => {
    const box = createSignalbox()
    const headers = { Authorization: 'Bearer of tests' }
    await box.webhooks.create({ body: { clientId: 'ci', callbackUrl: 'https://ci.example', headers } })
    const [masked, plain] = [await newFolder(), await newFolder()]
    await exported(box, masked)
    await exported(box, plain, { secrets: true })
    const texts = await Promise.all([masked, plain].map((folder) => readFile(join(folder, 'webhooks/ci.yaml'), 'utf8')))
    expect(texts.map((text) => text.includes('Bearer of tests'))).toEqual([false, true])
    expect(await applied(box, masked)).toMatchObject({
      end: 'done',
      last: 'No changes: 1 record is as it should be',
    })
  })
})

describe('the file name of an id', () => {
  it('is readable, where that is safe', () => {
    expect(['shop:express', 'a.b-c_d@e', 'v1'].map(fileNameOf)).toEqual(['shop+express', 'a.b-c_d@e', 'v1'])
  })

  it('is safe and unique on every file system, whatever the id is', () => {
    const id = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.string({ unit: fc.constantFrom(...'aA:./\\~+ \0'), maxLength: 6 }),
      fc.constantFrom('..', '.', '', 'con', 'COM1', 'nul.x', 'a/b', '../../etc/passwd', 'K', 'k', '\u212a'),
    )
    fc.assert(
      fc.property(id, id, (a, b) => {
        for (const name of [a, b].map(fileNameOf)) {
          expect(name).toMatch(/^[a-z0-9_@+][a-z0-9_@.+~-]*$/)
          expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|\.$/)
          expect(name.length).toBeLessThan(200)
        }
        if (a !== b) expect(fileNameOf(a)).not.toBe(fileNameOf(b))
      }),
      { numRuns: 2000 },
    )
  })
})
