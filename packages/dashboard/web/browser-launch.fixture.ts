import { existsSync, globSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { executablePath } from '../../../.ci/browser.ts'
import { buildPage } from '../build/build-page.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser that all tests share; without one, why. */
    readonly browser: { readonly address: string } | { readonly missing: string }
  }
}

/** Names of other machines do not resolve, so that a page cannot reach them. */
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
]

/** Builds the page and launches Chromium, once for all tests. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!existsSync(executablePath)) {
    const missing = `there is no browser at ${executablePath}: set CHROMIUM to the path of Chromium`
    if (process.env.CI === 'true') throw new Error(missing)
    const suites = globSync('**/*.browser.test.ts', { cwd: import.meta.dirname })
    console.warn(`These suites are skipped, because ${missing}\n${suites.map((suite) => `  ${suite}\n`).join('')}`)
    provide('browser', { missing })
    return undefined
  }
  await buildPage()
  const server = await chromium.launchServer({ executablePath, args: flags, timeout: 60_000 })
  provide('browser', { address: server.wsEndpoint() })
  return () => server.close()
}
