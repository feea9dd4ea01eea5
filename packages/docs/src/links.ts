import { dirname, join, normalize } from 'node:path/posix'
import type { Page } from './site.ts'

/** Where a link of a Markdown file leads. */
export type Target =
  | { readonly kind: 'web' }
  | { readonly kind: 'page'; readonly route: string; readonly anchor: string }
  | { readonly kind: 'picture' | 'other'; readonly file: string }

const NPM = 'https://www.npmjs.com/package/'

/** Returns a function that tells where the links of a page lead, among the pages of the site. */
export function resolver(pages: readonly Page[]): (page: Page, url: string) => Target {
  const routes = new Map(pages.map(({ file = '', route }) => [file, route]))
  routes.set('README.md', 'start/what')
  return (page, url) => {
    if (url.startsWith('#')) return { kind: 'page', route: page.route, anchor: url.slice(1) }
    const [path = '', anchor = ''] = url.split('#')
    const ofPackage = path.startsWith(NPM) ? readmeOf(path.slice(NPM.length)) : undefined
    if (ofPackage === undefined && /^\w+:/.test(url)) return { kind: 'web' }
    const file = ofPackage ?? normalize(join(dirname(page.file ?? page.route), path))
    const route = path.startsWith('/') ? path.slice(1) : routes.get(file)
    if (route !== undefined) return { kind: 'page', route, anchor }
    return { kind: /\.(png|svg)$/.test(file) ? 'picture' : 'other', file }
  }
}

/** The README of a package of this repository. */
function readmeOf(name: string): string | undefined {
  if (name === 'signalbox') return 'packages/server/README.md'
  return name.startsWith('@signalbox/') ? `packages/${name.slice('@signalbox/'.length)}/README.md` : undefined
}
