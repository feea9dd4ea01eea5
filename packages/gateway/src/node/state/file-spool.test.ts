import { appendFile, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { SpoolEntry } from '../../state/state.ts'
import { fileSpool } from './file-spool.ts'

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'usage.spool')
}

const MIB = 1024 * 1024

function openSpool(path: string, { most = 64 * MIB, leastToCompact = MIB } = {}) {
  const reported: string[] = []
  const report = (error: unknown) => void reported.push((error as Error).message)
  return { spool: fileSpool({ path, most, leastToCompact, report }), reported }
}

async function loaded(path: string): Promise<readonly SpoolEntry[]> {
  const { spool } = openSpool(path)
  const entries = await spool.load()
  await spool.close()
  return entries
}

const textsOf = (entries: readonly SpoolEntry[]): string[] => entries.map(({ text }) => text)

it('what was added and not removed is loaded by the next process, the oldest first', async () => {
  const path = await newPath()
  const { spool } = openSpool(path)
  expect(await spool.load()).toEqual([])
  const [one, two] = [spool.add('one'), spool.add('two'), spool.add('{"three":"drei €"}')]
  await spool.sync()
  expect(spool.size).toBe(3 + 3 + 20)
  spool.remove(one)
  spool.remove(one)
  await spool.close()
  const next = openSpool(path)
  expect(textsOf(await next.spool.load())).toEqual(['two', '{"three":"drei €"}'])
  expect(next.spool.size).toBe(23)
  expect(next.spool.add('four')).toBeGreaterThan(two + 1)
  await next.spool.close()
  expect(textsOf(await loaded(path))).toEqual(['two', '{"three":"drei €"}', 'four'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

it('a line that was written in part is left out and reported, and what is added later is kept', async () => {
  const path = await newPath()
  const { spool } = openSpool(path)
  await spool.load()
  spool.add('one')
  spool.add('two')
  await spool.close()
  await truncate(path, (await stat(path)).size - 2)
  const next = openSpool(path)
  expect(textsOf(await next.spool.load())).toEqual(['one'])
  expect(next.reported).toEqual([`${path} has 1 lines that are not whole: they are left out`])
  next.spool.add('three')
  await next.spool.close()
  expect(textsOf(await loaded(path))).toEqual(['one', 'three'])
})

it('a line that the disk changed is left out', async () => {
  const path = await newPath()
  const { spool } = openSpool(path)
  await spool.load()
  for (const text of ['one', 'two', 'three']) spool.add(text)
  await spool.close()
  await writeFile(path, (await readFile(path, 'utf8')).replace('two', 'tvo'))
  expect(textsOf(await loaded(path))).toEqual(['one', 'three'])
})

it('the removal of an entry is written without a sync', async () => {
  const path = await newPath()
  const { spool } = openSpool(path)
  onTestFinished(() => spool.close())
  await spool.load()
  const one = spool.add('one')
  await spool.sync()
  const { size } = await stat(path)
  spool.remove(one)
  await expect.poll(async () => (await stat(path)).size).toBeGreaterThan(size)
})

it('a file that is mostly removed is written anew', async () => {
  const path = await newPath()
  const { spool } = openSpool(path, { leastToCompact: 10_000 })
  await spool.load()
  const kept = spool.add('kept')
  let largest = 0
  for (let i = 0; i < 300; i++) {
    const number = spool.add(`${i} ${'x'.repeat(500)}`)
    await spool.sync()
    spool.remove(number)
    largest = Math.max(largest, (await stat(path)).size)
  }
  await spool.close()
  expect(largest).toBeLessThan(15_000)
  expect(await loaded(path)).toEqual([{ number: kept, text: 'kept' }])
})

it('beyond its limit the oldest entries are dropped and counted, which is reported once', async () => {
  const path = await newPath()
  const { spool, reported } = openSpool(path, { most: 1000, leastToCompact: 1000 })
  await spool.load()
  for (let i = 0; i < 30; i++) spool.add(`${i} ${'x'.repeat(97)}`.slice(0, 100))
  await spool.sync()
  expect(spool.size).toBe(1000)
  expect(spool.dropped).toBe(20)
  expect(reported).toEqual([
    `${path} reached its limit of 1000 bytes: the oldest entries are dropped. Restore the connection, or raise spoolLimit`,
  ])
  await spool.close()
  expect((await loaded(path)).map(({ text }) => Number.parseInt(text, 10))).toEqual(
    Array.from({ length: 10 }, (_, i) => i + 20),
  )
})

it('syncs at the same time share a write', async () => {
  const path = await newPath()
  const { spool } = openSpool(path)
  await spool.load()
  const handle = await open(path)
  const datasync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync')
  onTestFinished(() => void datasync.mockRestore())
  await handle.close()
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => {
      spool.add(`${i}`)
      return spool.sync()
    }),
  )
  expect(datasync.mock.calls.length).toBeLessThanOrEqual(3)
  await spool.close()
  expect(await loaded(path)).toHaveLength(100)
})

it('after a write that failed in part, everything is written anew', async () => {
  const path = await newPath()
  const { spool } = openSpool(path)
  await spool.load()
  spool.add('one')
  await spool.sync()
  const handle = await open(path)
  const prototype = Object.getPrototypeOf(handle) as { appendFile(text: string): Promise<void> }
  const failing = vi.spyOn(prototype, 'appendFile').mockImplementationOnce(async (text) => {
    await appendFile(path, text.slice(0, 7))
    throw new Error('ENOSPC: no space left on device')
  })
  onTestFinished(() => void failing.mockRestore())
  await handle.close()
  spool.add('two')
  await expect(spool.sync()).rejects.toThrow('no space left')
  spool.add('three')
  await spool.sync()
  await spool.close()
  expect(textsOf(await loaded(path))).toEqual(['one', 'two', 'three'])
})

it('a spool that is not loaded, or is closed, takes nothing', async () => {
  const { spool } = openSpool(await newPath())
  expect(() => spool.add('early')).toThrow('is not loaded')
  await spool.load()
  expect(() => spool.add('two\nlines')).toThrow(RangeError)
  await spool.close()
  expect(() => spool.add('late')).toThrow('is closed')
})

type Step = { readonly add: string } | { readonly remove: number } | 'sync'

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ add: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\n', ' ')) }),
    fc.record({ remove: fc.nat(12) }),
    fc.constant('sync' as const),
  ),
  { minLength: 1, maxLength: 25 },
)

it('whenever a process is killed, what it had synced is loaded, and nothing that it had removed', async () => {
  const path = await newPath()
  const cut = `${path}.cut`
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await rm(path, { force: true })
      const { spool } = openSpool(path)
      await spool.load()
      /** What the file holds at least from a length on: entries that are kept, and entries that are deleted. */
      const marks: { length: number; kept: Map<number, string>; gone: Set<number> }[] = []
      const kept = new Map<number, string>()
      const gone = new Set<number>()
      const numbers: number[] = []
      for (const step of [...all, 'sync' as const]) {
        if (step === 'sync') {
          await spool.sync()
          marks.push({ length: (await stat(path)).size, kept: new Map(kept), gone: new Set(gone) })
        } else if ('add' in step) {
          const number = spool.add(step.add)
          numbers.push(number)
          kept.set(number, step.add)
        } else {
          const number = numbers[step.remove]
          if (number === undefined) continue
          spool.remove(number)
          kept.delete(number)
          gone.add(number)
        }
      }
      await spool.close()
      const content = await readFile(path)
      for (let length = 0; length <= content.length; length++) {
        await writeFile(cut, content.subarray(0, length))
        const found = await loaded(cut)
        const mark = marks.findLast((one) => one.length <= length)
        const numbersFound = found.map(({ number }) => number)
        expect(new Set(numbersFound).size).toBe(found.length)
        expect(numbersFound).toEqual(numbersFound.toSorted((a, b) => a - b))
        for (const number of mark?.gone ?? []) expect(numbersFound).not.toContain(number)
        for (const [number, text] of mark?.kept ?? [])
          if (!gone.has(number)) expect(found).toContainEqual({ number, text })
      }
    }),
    { numRuns: 15 },
  )
})
