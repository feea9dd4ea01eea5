import { createSignalbox } from '@signalbox/core'
import { openApi } from '@signalbox/core/reference'
import { toCell, toProse } from './escape.ts'
import { notesOf, SCHEMAS, type Schema, typeOf } from './schema-text.ts'

interface Content {
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Operation {
  readonly operationId?: string
  readonly tags: readonly [string, ...string[]]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const document = openApi(createSignalbox().slices, { version: '0.1.0' }) as unknown as Document

/** The groups of operations of the HTTP API: a page each. */
export const httpGroups = document.tags.map(({ name }) => name)

/** The pages of the HTTP reference, generated from the OpenAPI document, by route. */
export function httpPages(): ReadonlyMap<string, string> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name)
    const text = [`# ${name}`, `${toProse(description)}.`, ...own.map(describe)].join('\n\n')
    return [`http/${name}`, `${text}\n`] as const
  })
  return new Map([...groups, [SCHEMAS, describeSchemas()]])
}

function describe({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary, description, operationId, parameters = [], requestBody, responses } = operation
  const named = parameters.map((one) => (one.$ref ? document.components.parameters[one.$ref.split('/').at(-1)!]! : one))
  const body = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => `\`${type}\`: ${inBrief(schema)}`)
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2') || status.startsWith('3'))
    .map(([status, { content = {} }]) => {
      const types = Object.entries(content).map(([type, { schema }]) => `\`${type}\`: ${inBrief(schema)}`)
      return `**${status}**${types.length > 0 ? ` ${types.join('; ')}` : ''}`
    })
  const failures = Object.keys(responses).filter((status) => /^[45]/.test(status))
  return [
    `## ${toProse(summary)}`,
    `\`${method} ${path}\`${operationId === undefined ? '' : ` · in TypeScript \`box.${operationId}\``}`,
    ...(description && description !== summary ? [toProse(description)] : []),
    ...(named.length > 0
      ? [
          table(
            ['parameter', 'in', 'type', 'meaning'],
            named.map((one) => [
              `\`${one.name}\`${one.required ? ', required' : ''}`,
              one.in,
              typeOf(one.schema ?? {}),
              [one.description ?? '', notesOf(one.schema ?? {})].filter(Boolean).join('. '),
            ]),
          ),
        ]
      : []),
    ...(body.length > 0 ? [`Body: ${body.join('; ')}`] : []),
    ...answers.map((answer) => `Response: ${answer}`),
    ...(failures.length > 0 ? [`Failures: ${failures.join(', ')}, with a [Problem](/${SCHEMAS}#problem).`] : []),
  ].join('\n\n')
}

/** A schema in a line: its type, or the members of an object without a name. */
function inBrief(schema: Schema = {}): string {
  const members = Object.entries(schema.properties ?? {})
  if (members.length === 0) return typeOf(schema)
  return `object with ${members.map(([name, one]) => `\`${name}\` (${typeOf(one)})`).join(', ')}`
}

function describeSchemas(): string {
  const parts = Object.entries(document.components.schemas).map(([name, schema]) => {
    const members = Object.entries(schema.properties ?? {}).map(([member, one]) => [
      `\`${member}\`${schema.required?.includes(member) ? ', required' : ''}`,
      typeOf(one),
      notesOf(one),
    ])
    const [example] = schema.examples ?? []
    return [
      `## ${name}`,
      ...(schema.description === undefined ? [] : [toProse(schema.description)]),
      members.length > 0 ? table(['member', 'type', 'meaning'], members) : `Type: ${typeOf(schema)}`,
      ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``]),
    ].join('\n\n')
  })
  return ['# Schemas', 'The records and results of the HTTP API.', ...parts].join('\n\n').concat('\n')
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows.map((row) => row.map(toCell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
