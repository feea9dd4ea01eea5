import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

/** What npm prints when it installs a workspace that contains a package for a newer Node. */
async function printed(withOurs: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'packages', 'newer'), { recursive: true })
  const newer = { name: 'newer', version: '1.0.0', engines: { node: '>=1000' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: ['packages/*'] }))
  await writeFile(join(folder, 'packages', 'newer', 'package.json'), JSON.stringify(newer))
  if (withOurs) await cp(join(import.meta.dirname, '..', '.npmrc'), join(folder, '.npmrc'))
  const { PATH = '', HOME = '' } = process.env
  const { stdout, stderr } = await promisify(execFile)('npm', ['install', '--offline', '--no-audit'], {
    cwd: folder,
    env: { PATH, HOME },
  })
  return stdout + stderr
}

it('npm ci prints no warnings about the Node.js version of the user', async () => {
  expect(await printed(false)).toContain('EBADENGINE')
  expect(await printed(true)).not.toContain('EBADENGINE')
})
