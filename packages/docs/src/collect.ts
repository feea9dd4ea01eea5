import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolver } from './links.ts'
import { replaceLinks } from './markdown.ts'
import { root } from './root.ts'
import { type Page, pages } from './site.ts'

/** A page as the site shows it. */
export interface Collected {
  readonly page: Page
  /** Its Markdown, with the links of the site. */
  readonly text: string
  /** The pictures that it shows, as files of the repository. */
  readonly pictures: readonly string[]
}

/** Reads the pages from their files, and generated pages from `generated`, by route. */
export function collect(generated: ReadonlyMap<string, string>): readonly Collected[] {
  const resolve = resolver(pages)
  return pages.map((page) => {
    const source = page.file === undefined ? generated.get(page.route) : readFileSync(join(root, page.file), 'utf8')
    if (source === undefined) throw new Error(`Nothing generates the page ${page.route}`)
    const pictures: string[] = []
    const text = replaceLinks(source, (whole, label, url) => {
      const target = resolve(page, url)
      if (target.kind === 'web') return whole
      if (target.kind === 'page') return linked(whole, url, `/${target.route}${target.anchor && `#${target.anchor}`}`)
      if (target.kind === 'other') return label
      pictures.push(target.file)
      return linked(whole, url, `/${target.file}`)
    })
    return { page, text, pictures }
  })
}

/** A link or a path with another address. */
const linked = (whole: string, url: string, to: string): string =>
  whole === url ? to : `${whole.slice(0, -url.length - 1)}${to})`
