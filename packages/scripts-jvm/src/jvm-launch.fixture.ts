import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { jvmLanguages } from './artifacts.ts'
import { missingJars } from './install-jvm.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folders with the jars and for compiled scripts of this run; without Java or jars, why. */
    readonly jvm: { readonly folder: string; readonly compiled: string } | { readonly missing: string }
  }
}

const packages = join(import.meta.dirname, '../..')
const ofRepository = join(packages, '../node_modules/.cache/signalbox-jvm')

/** Finds Java and the jars, or says which suites are skipped and why. In CI, that is a failure. */
export async function setup({ provide }: TestProject): Promise<(() => void) | undefined> {
  const folder = process.env.SIGNALBOX_JVM_CLASSPATH ?? ofRepository
  const missing = (await lacking(folder)) ?? withoutJava()
  if (missing === undefined) {
    const compiled = mkdtempSync(join(tmpdir(), 'signalbox-compiled-'))
    provide('jvm', { folder, compiled })
    return () => rmSync(compiled, { recursive: true, force: true })
  }
  if (process.env.CI === 'true') throw new Error(missing)
  const suites = globSync('*/src/**/*.jvm.test.ts', { cwd: packages, exclude: (name) => name === 'node_modules' })
  console.warn(`These suites are skipped, because ${missing}\n${suites.map((suite) => `  ${suite}\n`).join('')}`)
  provide('jvm', { missing })
  return undefined
}

async function lacking(folder: string): Promise<string | undefined> {
  for (const language of jvmLanguages) {
    const [jar] = await missingJars(folder, language)
    if (jar !== undefined) return `the folder for jars lacks ${jar}: run .ci/install-jvm, which needs Maven`
  }
  return undefined
}

function withoutJava(): string | undefined {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'the program java was not found: install a Java runtime, 17 or newer'
  }
}
