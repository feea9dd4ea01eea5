import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Collected } from './collect.ts'
import { resolver } from './links.ts'
import { anchorsOf, replaceLinks } from './markdown.ts'
import { root } from './root.ts'
import { pages } from './site.ts'

/** The links of the pages that lead nowhere, each as a sentence. */
export function brokenLinks(collected: readonly Collected[]): readonly string[] {
  const resolve = resolver(pages)
  const anchors = new Map(collected.map(({ page, text }) => [page.route, anchorsOf(text)]))
  return collected.flatMap(({ page, text }) => {
    const source = page.file === undefined ? text : readFileSync(join(root, page.file), 'utf8')
    const problems: string[] = []
    replaceLinks(source, (whole, _label, url) => {
      const target = resolve(page, url)
      if ('route' in target && !anchors.has(target.route)) problems.push(`${page.route}: there is no page ${url}`)
      else if ('route' in target && target.anchor !== '' && !anchors.get(target.route)?.includes(target.anchor))
        problems.push(`${page.route}: ${url} names no heading of ${target.route}`)
      if ('file' in target && !existsSync(join(root, target.file)))
        problems.push(`${page.route}: ${url} does not exist`)
      if ('file' in target && target.file.endsWith('.md'))
        problems.push(`${page.route}: ${url} is on no page of the site`)
      return whole
    })
    return problems
  })
}
