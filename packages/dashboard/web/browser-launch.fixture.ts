import { existsSync, globSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { executablePath } from '../../../.ci/browser.ts'
import { buildPage } from '../build/build-page.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser, which each worker launches once; without one, why. */
    readonly browser: { readonly path: string } | { readonly missing: string }
  }
}

/** Builds the page once for all tests, and looks for Chromium. */
export async function setup({ provide }: TestProject): Promise<void> {
  if (existsSync(executablePath)) {
    await buildPage()
    return provide('browser', { path: executablePath })
  }
  const missing = `there is no browser at ${executablePath}: set CHROMIUM to the path of Chromium`
  if (process.env.CI === 'true') throw new Error(missing)
  const suites = globSync('**/*.browser.test.ts', { cwd: import.meta.dirname })
  console.warn(`These suites are skipped, because ${missing}\n${suites.map((suite) => `  ${suite}\n`).join('')}`)
  provide('browser', { missing })
}
