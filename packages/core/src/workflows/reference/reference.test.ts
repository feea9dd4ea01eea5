import { Ajv2020 } from 'ajv/dist/2020.js'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { ajvOptions } from '../../machine/schema/validators.ts'
import { functions } from '../functions/index.ts'
import { nodes } from '../nodes/index.ts'
import { operators } from '../operators/index.ts'
import { argumentRows } from './argument-rows.ts'
import { workflowDescriptor } from './descriptor.ts'
import { type DescribedEntry, type WorkflowDescriptor, workflowDescriptorSchema } from './descriptor-schema.ts'
import { workflowMarkdown } from './markdown.ts'
import { workflowPage } from './page.ts'

const descriptor = workflowDescriptor()
const entries = [...descriptor.nodes, ...descriptor.operators, ...descriptor.functions]
const page = workflowPage(descriptor, 'once')
const markdown = workflowMarkdown(descriptor)

describe('the descriptor of workflows', () => {
  it('matches its schema', () => {
    const check = new Ajv2020(ajvOptions).compile(workflowDescriptorSchema)
    expect([check(JSON.parse(JSON.stringify(descriptor))), check.errors]).toEqual([true, null])
  })

  it('contains every word of the interpreter, in order', () => {
    const namesOf = (table: readonly { readonly name: string }[]) => table.map(({ name }) => name)
    expect(namesOf(descriptor.nodes)).toEqual(namesOf(nodes))
    expect(namesOf(descriptor.operators)).toEqual(namesOf(operators))
    expect(namesOf(descriptor.functions)).toEqual(namesOf(functions))
    expect(new Set(entries.map(({ category }) => category))).toEqual(
      new Set(descriptor.categories.map(({ name }) => name)),
    )
  })

  it.each([...entries.map(({ name, args }) => [name, args] as const), ['every node', descriptor.common] as const])(
    'says what each argument of %s is',
    (_, args) => {
      for (const { name, description } of argumentRows(args))
        expect(`${name}: ${description}`).toMatch(/^\S*: [A-Za-z].+[^.]$/)
    },
  )

  it('is JSON, and fresh each time', () => {
    expect(JSON.parse(JSON.stringify(descriptor))).toEqual(descriptor)
    expect(workflowDescriptor().nodes[0]).not.toBe(descriptor.nodes[0])
  })
})

describe('the arguments of a schema', () => {
  it('are its members, with theirs', () => {
    const schema = {
      type: 'object',
      required: ['paths'],
      properties: {
        paths: {
          type: 'array',
          description: 'Ways',
          items: { type: 'object', properties: { to: { type: 'string' } } },
        },
        limits: { type: 'object', properties: { most: { type: 'integer', minimum: 1, maximum: 9, default: 3 } } },
        kind: { enum: ['a', 'b'] },
      },
    }
    expect(argumentRows(schema)).toEqual([
      { name: 'paths', isRequired: true, type: 'array of object', description: 'Ways' },
      { name: 'paths[].to', isRequired: false, type: 'string', description: '' },
      { name: 'limits', isRequired: false, type: 'object', description: '' },
      { name: 'limits.most', isRequired: false, type: 'integer, 1 to 9, default 3', description: '' },
      { name: 'kind', isRequired: false, type: '"a" or "b"', description: '' },
    ])
  })

  it('are the value itself where it has no members', () => {
    const schema = { type: 'array', items: { type: 'number' }, minItems: 2, description: 'Numbers' }
    expect(argumentRows(schema)).toEqual([
      { name: '', isRequired: true, type: 'array of number, at least 2', description: 'Numbers' },
    ])
  })
})

describe('the page and the Markdown', () => {
  it('have every entry once, under an anchor of its own', () => {
    const ids = [...page.matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(entries.length)
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...page.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(targets)).toEqual(new Set(ids))
    expect(markdown.match(/^#### `/gm)).toHaveLength(entries.length)
  })

  it.each(entries.map((entry) => [entry.name, entry] as const))('show the example of %s', (name, { example }) => {
    for (const value of [example.config, example.result]) {
      const shown = JSON.stringify(value, null, 2)
      expect(unescaped(page)).toContain(`<pre><code>${shown}</code></pre>`)
      expect(markdown).toContain(`\n${shown}\n`)
    }
    expect(markdown).toContain(`#### \`${name}\``)
  })

  it('are the same each time', () => {
    expect(workflowPage(workflowDescriptor(), 'once')).toBe(page)
    expect(workflowMarkdown(workflowDescriptor())).toBe(markdown)
  })
})

describe('texts that look like markup', () => {
  const bad = `"'><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) | *b* _i_ \`</code><b>\` &lt; \n# h`
  const entry = {
    name: bad,
    category: 'flow',
    description: bad,
    args: { type: 'object', properties: { [bad]: { type: bad, description: bad, default: bad, enum: undefined } } },
    example: { memory: { [bad]: bad }, config: { [bad]: '```\n</code></pre><script>' }, result: bad },
  } as unknown as DescribedEntry
  const hostile = {
    categories: [{ name: 'flow', description: bad }],
    nodes: [entry],
    operators: [entry],
    functions: [entry],
    common: entry.args,
  } as WorkflowDescriptor

  it('are nothing but text in the page', () => {
    const text = workflowPage(hostile, '"><script>')
    const known =
      /^<\/?(!doctype|html|head|meta|title|link|style|body|header|h[1-4]|p|a|div|input|output|nav|details|summary|ul|li|code|main|section|small|article|table|thead|tbody|tr|th|td|figure|figcaption|pre|script)\b[^<>]*>$/i
    const tags = text.replace(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2>)/g, '$1$3').match(/<[^>]*>/g) ?? []
    for (const tag of tags) expect(tag).toMatch(known)
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(tags.join('').replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=|[<'`()]\w*['`()]/)
    expect(tags.join('')).not.toMatch(/(href|src)="(?!#|data:,"|doc\.)/)
  })

  it('are nothing but text in the Markdown, in tables too', () => {
    const html = new MarkdownIt({ html: true }).render(workflowMarkdown(hostile))
    expect(html).not.toMatch(/<(script|img|b|em|strong|a)\b/)
    expect(html.match(/<h1>/g)).toHaveLength(1)
    const cells = [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row]) => row!.match(/<t[hd]/g)?.length)
    expect(new Set(cells)).toEqual(new Set([4]))
  })
})

const unescaped = (text: string): string => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
