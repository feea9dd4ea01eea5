import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { artifacts, fileOf, jvmLanguages } from './artifacts.ts'
import { installJvm, missingJars } from './install-jvm.ts'

const jvm = inject('jvm')
const installed = 'folder' in jvm ? jvm.folder : ''

/** Serves the jars as a Maven repository does, one of them changed. */
async function openRepository(changed?: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const name = basename(request.url ?? '')
    response.end(name === changed ? 'another file' : readFileSync(join(installed, name)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/repository/`, asked }
}

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('installs what is missing from a repository, for one language or several', async () => {
  const [folder, { url, asked }] = [await openFolder(), await openRepository()]
  const written = await installJvm({ folder, languages: ['kotlin'], from: url })
  expect(written).toEqual(artifacts.kotlin.map(fileOf))
  expect(await missingJars(folder, 'kotlin')).toEqual([])
  expect(asked[0]).toBe(
    '/repository/org/jetbrains/kotlin/kotlin-compiler-embeddable/2.3.20/kotlin-compiler-embeddable-2.3.20.jar',
  )
  await rm(join(folder, 'kotlin-stdlib-2.3.20.jar'))
  expect(await installJvm({ folder, languages: ['kotlin'], from: url })).toEqual(['kotlin-stdlib-2.3.20.jar'])
  expect(asked).toHaveLength(artifacts.kotlin.length + 1)
  // Languages share the jars of JSON.
  const added = await installJvm({ folder, languages: jvmLanguages, from: url })
  expect(added).toEqual(artifacts.scala.map(fileOf).filter((name) => !written.includes(name)))
  expect(added).toHaveLength(artifacts.scala.length - 3)
  expect(await missingJars(folder, 'scala')).toEqual([])
})

it('does not write a file that is not the expected one', async () => {
  const [folder, { url }] = [await openFolder(), await openRepository('kotlin-stdlib-2.3.20.jar')]
  const installing = installJvm({ folder, languages: ['kotlin'], from: url })
  await expect(installing).rejects.toThrow(/kotlin-stdlib-2.3.20.jar is not the expected file: its SHA-256 is \w{64}/)
  expect(await readdir(folder)).not.toContain('kotlin-stdlib-2.3.20.jar')
  expect((await missingJars(folder, 'kotlin'))[0]).toBe('kotlin-stdlib-2.3.20.jar')
})
