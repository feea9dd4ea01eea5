import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A code block of a README. */
export interface Block {
  /** The section, and the number of the block in it. */
  readonly name: string
  readonly language: string
  readonly text: string
  /** The expected output: the `text` block that follows, else the block's own lines starting with `// `. */
  readonly output: string | undefined
  /** The file that the line before the block names, as in "Create `switch.mjs`:". */
  readonly file: string | undefined
}

/** The root folder of the repository. */
export const root = join(import.meta.dirname, '..', '..')

/** The code blocks of a README in order. A `text` block belongs to the block before it. */
export function blocksOf(file: string): readonly Block[] {
  const readme = readFileSync(join(root, file), 'utf8')
  const found = [...readme.matchAll(/^##? ([^\n]*)|^```(\w*)\n(.*?)^```/gms)]
  let section = ''
  let count = 0
  return found.flatMap((match, number) => {
    const [, title, language = '', text = ''] = match
    if (title !== undefined) [section, count] = [title, 0]
    if (title !== undefined || language === 'text') return []
    const [, , nextLanguage, next] = found[number + 1] ?? []
    const output = nextLanguage === 'text' ? next : printedIn(text)
    const [, name] = /Create `([^`]+)`:\n\n$/.exec(readme.slice(0, match.index)) ?? []
    return [{ name: `${section}, block ${++count}`, language, text, output, file: name }]
  })
}

/** The output that the comments of a program announce. */
function printedIn(program: string): string | undefined {
  const lines = program.split('\n').filter((line) => line.startsWith('// ') && !line.startsWith('// @ts-'))
  return lines.length === 0 ? undefined : lines.map((line) => `${line.slice(3)}\n`).join('')
}
