import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import type { User } from './service.fixture.ts'

export type { Grant, Service, User } from './service.fixture.ts'
export { startService } from './service.fixture.ts'

/** How a page is opened. */
export interface Opening {
  /** Who is signed in already. @default nobody */
  readonly as?: User
  /** The address of the API. @default the origin of the page */
  readonly api?: string
  /** The width of the window in pixels; 390 is a phone with touch. @default 1280 */
  readonly width?: number
  /** @default 'light' */
  readonly colorScheme?: 'light' | 'dark'
  /** Console messages that the test provokes, such as those of a 412. Others make it fail. */
  readonly expected?: RegExp
  /** Whether the browser runs scripts of pages. @default true */
  readonly script?: boolean
  /** Opens the page in the browser of another page, with its session: a second tab. */
  readonly beside?: Page
}

/** Names of other machines do not resolve, so that a page cannot reach them. */
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
]

/** The browser of the worker, whose files share it. It ends with the worker, because its pipe does. */
const launching = launch()

async function launch() {
  const browser = inject('browser')
  if ('missing' in browser) return undefined
  return chromium.launch({ executablePath: browser.path, args: flags, timeout: 60_000 })
}

/**
 * Opens an address in a browser of its own. When the test has finished, there must be no console error or warning, no
 * violation of the policy, and no request to other machines. The 401 of a visitor without a session is expected, and so is
 * the 404 of what the page has deleted.
 */
export async function open(url: string, opening: Opening = {}): Promise<Page> {
  const { as, beside, expected } = opening
  const context = beside?.context() ?? (await createContext(url, opening))
  const page = await context.newPage()
  const complaints: string[] = []
  const complain = (text: string, place = '') => {
    if (!expected?.test(text)) complaints.push(text + place)
  }
  const isDeleted = deletedBy(page)
  page.on('console', (message) => {
    const { url } = message.location()
    const text = message.text()
    const isRejected = text.includes('401') && /\/api\/(me|login|me\/password)$/.test(url)
    const isGone = text.includes('404') && isDeleted(url)
    // Of the script below, which Playwright adds to frames without scripts, too.
    const isOurs = text.startsWith('Blocked script execution')
    // Chromium does not say in its text which request failed.
    if (['error', 'warning'].includes(message.type()) && !isRejected && !isGone && !isOurs) complain(text, ` at ${url}`)
  })
  page.on('pageerror', (error) => complain(String(error)))
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) complain(`request to ${request.url()}`)
  })
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(`violates ${effectiveDirective}: ${blockedURI} in ${sourceFile}:${lineNumber}`),
    ),
  )
  onTestFinished(async () => {
    await page.close()
    expect(complaints.join('\n')).toBe('')
  })
  if (as) await signIn(page, as, opening.api ?? new URL(url).origin)
  await page.goto(url)
  return page
}

/** Whether a page has deleted what an address is of: requests that are under way do not find it any more. */
export function deletedBy(page: Page): (url: string) => boolean {
  const deleted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deleted.push(new URL(request.url()).pathname)
  })
  return (url) => deleted.some((path) => URL.parse(url)?.pathname.startsWith(path))
}

async function createContext(url: string, opening: Opening): Promise<BrowserContext> {
  const { width = 1280, colorScheme = 'light', script = true } = opening
  const browser = await launching
  if (!browser) throw new Error('There is no browser')
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: script,
    viewport: { width, height: width < 600 ? 844 : 900 },
    hasTouch: width < 600,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Browsers with windows allow it to pages that somebody clicks on.
    permissions: ['clipboard-write'],
  })
  context.setDefaultTimeout(30_000)
  onTestFinished(() => context.close())
  return context
}

/** Signs a user in without the page: the session is a cookie. Load the page afterwards. */
export async function signIn(page: Page, { userId, password }: User, api = new URL(page.url()).origin): Promise<void> {
  const answer = await page.request.post(`${api}/api/login`, { data: { userId, password } })
  expect(answer.status(), await answer.text()).toBe(200)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The rules of these standards whose results depend on colors. */
const aboutColors = ['color-contrast', 'link-in-text-block']
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Expects that axe-core finds nothing: WCAG 2.2 A and AA, and best practices. Styles differ between light and dark in
 * colors alone, so a look in dark that follows one in light of the same width is only checked for these.
 */
export async function axe(page: Page, name = page.url()): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // Scripts of the protocol are not subject to the policy of the page.
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      ...{ expression, awaitPromise: true, returnByValue: true },
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  const runOnly = recolored.has(page) ? { type: 'rule', values: aboutColors } : standards
  const options = JSON.stringify({ runOnly, preload: false, resultTypes: ['violations'] })
  if ((await evaluate('typeof axe')) === 'undefined') await evaluate(`${axeSource};void 0`)
  const found = (await evaluate(
    `axe.run(document, ${options}).then(({ violations }) => JSON.stringify(violations))`,
  )) as string
  await session.detach()
  const violations = (JSON.parse(found) as Violation[]).flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, help, html, failureSummary })),
  )
  expect(violations, name).toEqual([])
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

type Look = 'light-1280' | 'dark-1280' | 'light-390' | 'dark-390'

/**
 * Looks at a page in light on a desk and in dark on a phone: each layout once with all rules, and the colors of both
 * schemes. `look` gets the name of the look.
 */
export const eachLook = (page: Page, look: (name: string) => Promise<void>): Promise<void> =>
  lookAt(page, ['light-1280', 'dark-390'], look)

/** Looks at a whole screen or the frame in light and dark, 1280 and 390 pixels wide. `look` gets the name of the look. */
export const everyLook = (page: Page, look: (name: string) => Promise<void>): Promise<void> =>
  lookAt(page, ['light-1280', 'dark-1280', 'light-390', 'dark-390'], look)

/** Pages that were just looked at in light, and are looked at in dark. */
const recolored = new WeakSet<Page>()

async function lookAt(page: Page, looks: readonly Look[], look: (name: string) => Promise<void>): Promise<void> {
  for (const name of looks) {
    const [colorScheme, width] = name.split('-') as ['light' | 'dark', string]
    if (colorScheme === 'dark' && looks.includes(`light-${width}` as Look)) recolored.add(page)
    else recolored.delete(page)
    await page.setViewportSize({ width: Number(width), height: width === '390' ? 844 : 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await look(name)
  }
  recolored.delete(page)
}

/** Stores a picture as `packages/<package>/pictures/<name>.png`, if the variable PICTURES is set. */
export async function picture(page: Page, name: string, of = 'dashboard'): Promise<void> {
  if (!process.env.PICTURES) return
  const folder = join(import.meta.dirname, '../..', of, 'pictures')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
