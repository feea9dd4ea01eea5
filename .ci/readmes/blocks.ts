import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A block of code of a README. */
export interface Block {
  /** Its section, and which block of that it is. */
  readonly name: string
  readonly language: string
  readonly text: string
  /** What it prints: the `text` block behind it, else its own lines that begin with `// `. */
  readonly output: string | undefined
}

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..', '..')

/** The blocks of a README in their order; `text` blocks belong to the block before. */
export function blocksOf(file: string): readonly Block[] {
  const readme = readFileSync(join(root, file), 'utf8')
  const found = [...readme.matchAll(/^##? ([^\n]*)|^```(\w*)\n(.*?)^```/gms)]
  let section = ''
  let count = 0
  return found.flatMap(([, title, language = '', text = ''], index) => {
    if (title !== undefined) [section, count] = [title, 0]
    if (title !== undefined || language === 'text') return []
    const [, , nextLanguage, next] = found[index + 1] ?? []
    const output = nextLanguage === 'text' ? next : printedIn(text)
    return [{ name: `${section}, block ${++count}`, language, text, output }]
  })
}

/** What the comments of a program say that it prints. */
function printedIn(program: string): string | undefined {
  const lines = program.split('\n').filter((line) => line.startsWith('// ') && !line.startsWith('// @ts-'))
  return lines.length === 0 ? undefined : lines.map((line) => `${line.slice(3)}\n`).join('')
}
