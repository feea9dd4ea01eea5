import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { folderState } from './folder-state.ts'

async function newFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  return join(parent, 'state')
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (content: Uint8Array | undefined): string | undefined => content && new TextDecoder().decode(content)
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

it('files are replaced, set aside, and found by the next process; only their user can read them', async () => {
  const folder = await newFolder()
  const one = await folderState(folder)
  expect(await one.read('snapshot.gz')).toBeUndefined()
  await Promise.all([one.write('snapshot.gz', bytes('first')), one.write('snapshot.gz', bytes('second'))])
  expect(text(await one.read('snapshot.gz'))).toBe('second')
  expect(await modeOf(folder)).toBe(0o700)
  expect(await modeOf(join(folder, 'snapshot.gz'))).toBe(0o600)
  await one.close()
  const two = await folderState(folder)
  expect(text(await two.read('snapshot.gz'))).toBe('second')
  await two.reject('snapshot.gz')
  await two.reject('snapshot.gz')
  expect(await two.read('snapshot.gz')).toBeUndefined()
  await two.close()
  expect(await readdir(folder)).toEqual(['snapshot.gz.broken'])
})

it('what a killed process had not finished writing is removed', async () => {
  const folder = await newFolder()
  await (await folderState(folder)).close()
  await writeFile(join(folder, 'snapshot.gz.unfinished'), 'half')
  const state = await folderState(folder)
  onTestFinished(() => state.close())
  expect(await readdir(folder)).toEqual(['.lock'])
})

it('names that lead elsewhere are rejected', async () => {
  const state = await folderState(await newFolder())
  onTestFinished(() => state.close())
  await expect(state.read('../secret')).rejects.toThrow('../secret is not a name of a file')
  expect(() => state.write('.lock', bytes(''))).toThrow(RangeError)
})

it('a folder is for one process: the error names both', async () => {
  const folder = await newFolder()
  const state = await folderState(folder)
  await expect(folderState(folder)).rejects.toThrow(`${folder} is in use by the process ${process.pid}`)
  await state.close()
  await (await folderState(folder)).close()
})

it('another process that runs keeps its folder, and loses it when it has ended', async () => {
  const folder = await newFolder()
  await (await folderState(folder)).close()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  await writeFile(join(folder, '.lock'), `${child.pid} \n`)
  await expect(folderState(folder)).rejects.toThrow(`${folder} is in use by the process ${child.pid}`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const state = await folderState(folder)
  expect(await readFile(join(folder, '.lock'), 'utf8')).toMatch(`${process.pid} `)
  await state.close()
})

it.runIf(process.platform === 'linux')(
  'a process that got the number of an ended one is not mistaken for it',
  async () => {
    const folder = await newFolder()
    await (await folderState(folder)).close()
    await writeFile(join(folder, '.lock'), '1 12345678901234\n')
    await (await folderState(folder)).close()
  },
)

it('of several that take over a folder at once, one succeeds', async () => {
  const folder = await newFolder()
  await (await folderState(folder)).close()
  await writeFile(join(folder, '.lock'), '')
  const all = await Promise.allSettled([folderState(folder), folderState(folder), folderState(folder)])
  const open = all.filter((one) => one.status === 'fulfilled')
  expect(open).toHaveLength(1)
  await open[0]?.value.close()
})

it('a folder that cannot be made is named', async () => {
  const folder = await newFolder()
  await writeFile(folder, 'a file')
  await expect(folderState(folder)).rejects.toThrow(`The folder ${folder} cannot be written`)
})

it('of processes that share a folder, each has its own spools, and the first alone writes files', async () => {
  const folder = await newFolder()
  const [one, two] = [await folderState(folder, { count: 2 }), await folderState(folder, { place: 1, count: 2 })]
  await expect(folderState(folder, { place: 1, count: 2 })).rejects.toThrow('is in use by the process')
  await one.write('snapshot.gz', bytes('first'))
  await two.write('snapshot.gz', bytes('second'))
  await two.reject('snapshot.gz')
  expect(text(await two.read('snapshot.gz'))).toBe('first')
  for (const [state, line] of [
    [one, 'of one'],
    [two, 'of two'],
  ] as const) {
    const spool = state.spool('usage')
    expect(await spool.load()).toEqual([])
    spool.add(line)
    await spool.sync()
    await state.close()
  }
})

it('the first process delivers what others had kept that there are no more', async () => {
  const folder = await newFolder()
  for (const place of [0, 1, 2]) {
    const state = await folderState(folder, { place, count: 3 })
    const spool = state.spool('usage')
    await spool.load()
    spool.add(`of ${place}`)
    await state.close()
  }
  const state = await folderState(folder, { count: 2 })
  const texts = async () => (await state.spool('usage').load()).map((one) => one.text)
  expect(await texts()).toEqual(['of 0', 'of 2'])
  await state.close()
  expect((await readdir(folder)).sort()).toEqual(['usage-1.spool', 'usage.spool'])
  const next = await folderState(folder)
  expect((await next.spool('usage').load()).map((one) => one.text)).toEqual(['of 0', 'of 2', 'of 1'])
  await next.close()
})
