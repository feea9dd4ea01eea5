import { argumentRows } from './argument-rows.ts'
import { type Chapter, introduction, type Section, toChapters } from './chapters.ts'
import type { DescribedEntry, WorkflowDescriptor } from './descriptor-schema.ts'

/** Renders the reference of the workflow language as Markdown (CommonMark with tables). Texts are escaped. */
export function workflowMarkdown(descriptor: WorkflowDescriptor): string {
  const chapters = toChapters(descriptor).flatMap((chapter) => toChapter(chapter, descriptor.common))
  return `${['# The language of workflows', plain(introduction), ...chapters].join('\n\n')}\n`
}

function toChapter({ kind, title, introduction, sections }: Chapter, common: object): string[] {
  const members = kind === 'node' ? ['Every node can have:', table(common)] : []
  return [`## ${title}`, plain(introduction), ...members, ...sections.flatMap(toSection)]
}

const toSection = ({ name, description, entries }: Section): string[] => [
  `### ${plain(name)}`,
  plain(description),
  ...entries.flatMap(toEntry),
]

function toEntry({ name, description, args, example: { memory, config, result } }: DescribedEntry): string[] {
  return [
    `#### ${code(name)}`,
    plain(description),
    table(args),
    ...(memory ? ['With this memory', json(memory)] : []),
    memory ? 'this' : 'This',
    json(config),
    'results in',
    json(result),
  ]
}

function table(schema: object): string {
  const rows = argumentRows(schema)
  if (rows.length === 0) return 'No arguments.'
  const lines = rows.map(({ name, isRequired, type, description }) =>
    [name ? code(name) : 'the value', plain(type), isRequired ? 'yes' : 'no', plain(description)].join(' | '),
  )
  return ['| Argument | Type | Required | Meaning |', '|---|---|---|---|', ...lines.map((line) => `| ${line} |`)].join(
    '\n',
  )
}

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** Escapes text for one line. Code between backticks stays code. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('|', '\\|') : escaped(part)))
    .join('')

const escaped = (text: string): string =>
  text
    .replace(/[\\`*_[\]|#]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')

const code = (name: string): string => (name.includes('`') ? plain(name) : plain(`\`${name}\``))
