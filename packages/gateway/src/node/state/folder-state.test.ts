import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
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

/** A lock of a process of another container, which was touched some seconds ago. */
async function lockedElsewhere(seconds: number) {
  const folder = await newFolder()
  await (await folderState(folder)).close()
  const path = join(folder, '.lock')
  await writeFile(path, `${process.pid} 1 other-boot/pid:[1] box-2\n`)
  const touch = async (ago: number) => {
    const at = new Date(Date.now() - ago * 1000)
    await utimes(path, at, at)
  }
  await touch(seconds)
  return { folder, touch }
}

it('a process of another container that runs keeps its folder: the error names its host', async () => {
  const { folder, touch } = await lockedElsewhere(1)
  const touching = setInterval(() => void touch(0), 100)
  onTestFinished(() => clearInterval(touching))
  await expect(folderState(folder)).rejects.toThrow(
    `${folder} is in use by the process ${process.pid} on the host box-2`,
  )
})

it('a process of another container loses its folder when it has not touched the lock for 30 seconds', async () => {
  const taken: number[] = []
  const locked = await Promise.all([28, 31].map(async (seconds) => ({ seconds, ...(await lockedElsewhere(seconds)) })))
  const take = async ({ seconds, folder }: { readonly seconds: number; readonly folder: string }) => {
    const state = await folderState(folder)
    taken.push(seconds)
    await state.close()
  }
  await Promise.all(locked.map(take))
  expect(taken).toEqual([31, 28])
})

it('a lock is touched while its process runs, and is left to the process that has taken it over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = await newFolder()
  const reported: string[] = []
  const state = await folderState(folder, { report: (error) => void reported.push(String(error)) })
  const path = join(folder, '.lock')
  await utimes(path, 1, 1)
  vi.advanceTimersByTime(5000)
  await vi.waitFor(async () => expect((await stat(path)).mtimeMs).toBeGreaterThan(1000))
  await writeFile(path, '1 1 other-boot/pid:[1] box-2\n')
  vi.advanceTimersByTime(5000)
  await vi.waitFor(() => expect(reported.join()).toContain(`Another process has taken over ${folder}`))
  await state.close()
  expect(await readdir(folder)).toEqual(['.lock'])
})

it.runIf(process.platform !== 'win32')(
  'links and files in the place of unfinished ones are not written to',
  async () => {
    const folder = await newFolder()
    const state = await folderState(folder)
    const victim = join(folder, 'victim')
    await writeFile(victim, 'as it was')
    await symlink(victim, join(folder, 'snapshot.gz.unfinished'))
    await writeFile(join(folder, 'flags.txt.unfinished'), '', { mode: 0o666 })
    for (const name of ['snapshot.gz', 'flags.txt']) await state.write(name, bytes('secret'))
    expect(await readFile(victim, 'utf8')).toBe('as it was')
    expect(await modeOf(join(folder, 'flags.txt'))).toBe(0o600)
    await state.close()
  },
)

it.runIf(process.platform !== 'win32')('a folder that others can write is reported', async () => {
  const folder = await newFolder()
  const reported: string[] = []
  const open = () => folderState(folder, { report: (error) => void reported.push(String(error)) })
  await (await open()).close()
  expect(reported).toEqual([])
  await chmod(folder, 0o777)
  await (await open()).close()
  expect(reported.join()).toContain(`Other users can write the folder ${folder}`)
})

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
