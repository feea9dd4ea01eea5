/** The id that GitHub gives a heading, before it is told apart from equal ones. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

/** The ids of the headings of a page, as GitHub and the site give them. */
export function anchorsOf(text: string): readonly string[] {
  const counts = new Map<string, number>()
  return [...withoutBlocks(text).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => {
    const slug = slugOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

/** A Markdown text without its code blocks and its HTML. */
export const withoutBlocks = (text: string): string =>
  text.replaceAll(/^ *```.*?^ *```$|(?<=\n\n)(?: {4}[^\n]*\n)+|^<(\w+)[ >].*?<\/\1>$/gms, '')

/** Replaces each link and picture of a Markdown text. Code is left as it is; the label of a link may be code. */
export function replaceLinks(text: string, replace: (whole: string, label: string, url: string) => string): string {
  const codes: string[] = []
  const hidden = text.replaceAll(/^ *```.*?^ *```$|`[^`\n]+`/gms, (code) => `⁅${codes.push(code) - 1}⁆`)
  const replaced = hidden
    .replaceAll(/!?\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, label, url) => replace(whole, label, url))
    .replaceAll(/(?<=\b(?:src|srcset)=")([^"]+)/g, (url) => replace(url, '', url))
  return replaced.replaceAll(/⁅(\d+)⁆/g, (_, index) => codes[Number(index)] as string)
}
