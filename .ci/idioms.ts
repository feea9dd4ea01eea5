// Finds turns of phrase that are correct and that no native speaker writes: `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notYetClean } from './idioms-left.ts'

/** Ten idioms, and what to write instead. */
const IDIOMS = {
  'those (?:that|of|whose|which)': 'repeat the noun ("the keys of …"), "records that …"',
  'wants? to know': 'say what is done ("while a tail is attached")',
  '(?:is|are|be|been|being|was|were) told(?! apart)|told of': '"receives …", "is notified", "gets …"',
  'who(?:so)?ever': '"the caller", "anyone who …"',
  'as far as': '"up to …", "if …", "the part that …"',
  '(?:goes?|going|went) on': '"continues", "keeps …"',
  '(?:an?|one|two) (?!that|in|if|with|to|for|as|of)[a-z]+ an? (?:line|file|row|record|page|kind|test|package|folder|process|client|key|route|plugin|operation|field|change|event|worker|item)':
    '"a line for each event", "one per file"',
  'at hand': '"available", "loaded"',
  '(?:by|of) (?:itself|themselves)|own accord': '"automatically", "alone"',
  '(?:heard|hears?|became|becomes?) of': 'name the message or the result ("since the last answer")',
} as const

/** Words of a comment may be on two lines. */
const GAP = String.raw`\s+(?:(?:\*|//|#|>)\s+)?`
const PATTERNS = Object.entries(IDIOMS).map(
  ([idiom, better]) =>
    [new RegExp(String.raw`\b(?<!const )(?:${idiom.replaceAll(' ', GAP)})\b`, 'gi'), better] as const,
)
/** Titles of tests, and comments in SQL: migrations never change. */
const SKIPPED = /^\s*(?:--|\](?:\s*as const)?\)\(|(?:test|describe|it)(?:\.\w+)*\()/

/** The idioms in comments, sentences and pages, as `line: words: what to write instead`. Names in code have no spaces. */
export function idiomsIn(text: string): readonly string[] {
  const lines = text.split('\n')
  return PATTERNS.flatMap(([pattern, better]) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }) => {
      const line = text.slice(0, index).split('\n').length
      return { line, told: `${line}: ${words.replaceAll(new RegExp(GAP, 'g'), ' ')}: ${better}` }
    }),
  )
    .filter(({ line }) => !SKIPPED.test(lines[line - 1] ?? ''))
    .sort((a, b) => a.line - b.line)
    .map(({ told }) => told)
}

/** The files that people read. */
const filesIn = (root: string): readonly string[] =>
  globSync(
    [
      '{*,{.ci,.github,examples,packages}/**/*}.{ts,tsx,mts,mjs,cjs,js,java,css,md,yml,yaml}',
      '.ci/{check,install,lint}-*',
      '.ci/run',
    ],
    { cwd: root, exclude: ['**/{node_modules,dist,built,target}/**', '**/built*/**', '.ci/idioms*.ts'] },
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, '..')
  const found = filesIn(root)
    .filter((file) => !notYetClean.has(file))
    .flatMap((file) => idiomsIn(readFileSync(join(root, file), 'utf8')).map((told) => `${file}:${told}`))
  for (const line of found) console.error(line)
  if (found.length > 0)
    console.error(`${found.length} sentences need plainer English: .ci/idioms.ts lists what to write instead.`)
  process.exitCode = found.length > 0 ? 1 : 0
}
