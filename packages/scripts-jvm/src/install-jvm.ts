import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Artifact, artifacts, fileOf, type JvmLanguage } from './artifacts.ts'

/** Where the jars of languages go, and where they come from. */
export interface InstallJvmOptions {
  /** The folder for the jars, which is created. */
  readonly folder: string
  readonly languages: readonly JvmLanguage[]
  /**
   * The URL of a Maven repository.
   * @default the repositories of the program `mvn`, by its own settings
   */
  readonly from?: string | undefined
}

/**
 * Installs the jars of languages, at exactly the versions and with the SHA-256 that this package knows. Keeps jars that
 * are there already. Resolves with the names of the files that it has written. Rejects with a sentence if a jar cannot be
 * fetched or is not the expected one; it is then not written.
 */
export async function installJvm({ folder, languages, from }: InstallJvmOptions): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const wanted = new Map(languages.flatMap((language) => artifacts[language].map((one) => [fileOf(one), one])))
  const missing: Artifact[] = []
  for (const [name, one] of wanted) if (!(await isInstalled(join(folder, name), one))) missing.push(one)
  if (missing.length === 0) return []
  if (from === undefined) await installByMaven(folder, missing)
  else for (const one of missing) await save(folder, one, await download(from, one))
  return missing.map(fileOf)
}

/** Returns the files of a language that are not in a folder, or not the expected ones. */
export async function missingJars(folder: string, language: JvmLanguage): Promise<readonly string[]> {
  const found = await Promise.all(artifacts[language].map((one) => isInstalled(join(folder, fileOf(one)), one)))
  return artifacts[language].filter((_, i) => !found[i]).map(fileOf)
}

async function isInstalled(file: string, { sha256 }: Artifact): Promise<boolean> {
  try {
    return hashOf(await readFile(file)) === sha256
  } catch {
    return false
  }
}

async function save(folder: string, artifact: Artifact, bytes: Uint8Array): Promise<void> {
  const name = fileOf(artifact)
  const found = hashOf(bytes)
  if (found !== artifact.sha256)
    throw new Error(`${name} is not the expected file: its SHA-256 is ${found}, not ${artifact.sha256}`)
  const partial = join(folder, `${name}.${randomUUID()}.part`)
  await writeFile(partial, bytes)
  await rename(partial, join(folder, name))
}

async function download(from: string, artifact: Artifact): Promise<Uint8Array> {
  const { group, name, version } = artifact
  const url = new URL(
    `${group.replaceAll('.', '/')}/${name}/${version}/${fileOf(artifact)}`,
    `${from.replace(/\/+$/, '')}/`,
  )
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} cannot be fetched: it answered ${response.status}`)
  return response.bytes()
}

/** Fetches with Maven, which knows its repositories, mirrors, proxies and credentials by its own settings. */
async function installByMaven(folder: string, missing: readonly Artifact[]): Promise<void> {
  const project = await mkdtemp(join(tmpdir(), 'signalbox-jvm-'))
  try {
    await writeFile(join(project, 'pom.xml'), projectOf(missing))
    const copy = ['dependency:copy-dependencies', '-DoutputDirectory=jars', '-DincludeScope=runtime']
    await promisify(execFile)('mvn', ['-B', '-q', ...copy], { cwd: project, maxBuffer: 16 * 1024 * 1024 })
    for (const one of missing) await save(folder, one, await readFile(join(project, 'jars', fileOf(one))))
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code !== 'ENOENT' ||
      !(error as NodeJS.ErrnoException).syscall?.startsWith('spawn')
    )
      throw error
    const advice = 'install Maven, or pass the URL of a Maven repository: signalbox jvm install --from URL'
    throw new Error(`The program mvn was not found: ${advice}`)
  } finally {
    await rm(project, { recursive: true, force: true })
  }
}

const projectOf = (wanted: readonly Artifact[]): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>signalbox</groupId><artifactId>jars</artifactId><version>1</version>
  <dependencies>${wanted.map(dependencyOf).join('')}</dependencies>
</project>
`

const dependencyOf = ({ group, name, version }: Artifact): string => `
    <dependency>
      <groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>
      <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
    </dependency>`

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
