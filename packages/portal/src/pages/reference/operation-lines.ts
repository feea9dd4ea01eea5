import { inLine } from '../words.ts'
import { exampleText } from './examples.ts'
import { textOf } from './read-operations.ts'
import type { Parameter } from './read-parts.ts'
import type { Row } from './schema-rows.ts'
import { factsOf, marksOf, typeOf } from './type-words.ts'
import { cut } from './values.ts'
import type { ShownContent, View } from './view.ts'

/** An operation in Markdown. */
export function operationLines(
  { operation, parts, notes, body, answers, samples }: View,
  follow: (value: unknown) => unknown,
): string {
  const { parameters, callbacks } = parts
  const [sample] = samples
  return [
    `## ${inLine(operation.title)}`,
    code(cut(`${operation.method} ${operation.path}`, 1000)),
    ...notes.map(inLine),
    ...(operation.description === '' ? [] : [cut(operation.description, 20_000)]),
    ...(parameters.length > 0
      ? [
          '### Parameters',
          parameters
            .slice(0, 150)
            .map((one) => parameterLine(one, follow))
            .join('\n'),
        ]
      : []),
    ...(parts.body ? ['### Body', ...body.flatMap(contentLines)] : []),
    ...(answers.length > 0 ? ['### Responses'] : []),
    ...answers.flatMap(({ status, description, contents, headers, links }) => [
      `**${inLine(cut(status, 100))}** ${inLine(cut(description, 2000))}`.trim(),
      ...named(
        'Headers',
        headers.map(({ name }) => name),
      ),
      ...named('Links', links),
      ...contents.flatMap(contentLines),
    ]),
    ...(callbacks.length > 0
      ? [
          '### Callbacks',
          callbacks
            .slice(0, 20)
            .map((name) => code(cut(name, 200)))
            .join(', '),
        ]
      : []),
    ...(sample ? ['### Request', fenced(sample.code)] : []),
  ].join('\n\n')
}

const named = (what: string, names: readonly string[]): readonly string[] =>
  names.length === 0
    ? []
    : [
        `${what}: ${names
          .slice(0, 20)
          .map((name) => code(cut(name, 200)))
          .join(', ')}`,
      ]

/** A text as code in a line. */
function code(text: string): string {
  const plain = text.replace(/\s+/g, ' ')
  return plain.includes('`') ? inLine(plain) : `\`${plain}\``
}

/** A text as a block of code, whatever is in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((one) => one.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

function parameterLine(one: Parameter, follow: (value: unknown) => unknown): string {
  const words = [one.in, typeOf(one.schema, follow), one.isRequired && 'required', one.isDeprecated && 'deprecated']
  return line(0, { name: one.name, words, description: one.description })
}

function contentLines({ types, root, example }: ShownContent): readonly string[] {
  const rows = root.rows.flatMap(rowLines)
  return [
    `${code(cut(types.slice(0, 4).join(', '), 300))}: ${inLine(cut(root.type, 300))}`,
    ...(rows.length > 0 ? [rows.join('\n')] : []),
    ...(example === undefined ? [] : [fenced(exampleText(example))]),
  ]
}

const rowLines = (row: Row): readonly string[] => [
  line(0, {
    name: row.name.replace(/^\./, ''),
    words: [
      row.type,
      row.isRequired && 'required',
      ...marksOf(row.schema),
      ...factsOf(row.schema).map(([name, values]) => `${name}: ${values.join(', ')}`),
    ],
    description: textOf(row.schema.description),
  }),
  ...row.rows.flatMap(rowLines),
]

interface Line {
  readonly name: string
  readonly words: readonly (string | false)[]
  readonly description: string
}

function line(level: number, { name, words, description }: Line): string {
  const about = words.filter((word) => word !== false && word !== '').join(', ')
  const more = description === '' ? '' : `: ${inLine(cut(description, 2000))}`
  return `${'  '.repeat(level)}- ${code(cut(name, 300))} (${inLine(about)})${more}`
}
