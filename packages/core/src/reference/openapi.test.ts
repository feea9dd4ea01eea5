import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { contract, slices } from '../contract.ts'
import { operations } from '../machine/calls/map-operations.ts'
import { ajvOptions } from '../machine/schema/validators.ts'
import { namedIn } from './named.ts'
import { openApi } from './openapi.ts'
import { subjectsOf } from './subjects.ts'

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly responses: object
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: object } } }
}
interface Shown {
  readonly schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>
}
const descriptions = subjectsOf(slices).flatMap((subject) => subject.descriptions)
const document = openApi(slices, { version: '1.2.3' })
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Described>>>>
const described = Object.values(paths).flatMap((item) => Object.values(item))

describe('the OpenAPI document', () => {
  it('contains every operation and every description once', () => {
    const names = operations(contract).filter(({ operation }) => !operation.path.includes('?'))
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(
      [...names.map(({ name }) => name.join('.')), ...descriptions.map(({ name }) => `reference.${name}`)].sort(),
    )
  })

  it('starts with the operations that readers look for', () => {
    const ofFeatures = described.filter(({ tags }) => tags.includes('features')).map(({ operationId }) => operationId)
    expect(ofFeatures.slice(0, 10)).toEqual(
      ['list', 'create', 'deleteMany', 'get', 'replace', 'delete', 'patch', 'askers', 'check', 'checkWith'].map(
        (name) => `features.${name}`,
      ),
    )
    expect(ofFeatures.at(-1)).toBe('features.count')
    expect((document.security as object[])[0]).toEqual({ basic: [] })
    expect(Object.keys((document.components as { securitySchemes: object }).securitySchemes)[0]).toBe('basic')
  })

  it('has the right article in every summary', () => {
    const summaries = operations(contract).map(({ operation }) => operation.summary)
    expect(summaries).toContain('Create an experiment')
    expect(summaries.filter((summary) => /\b(a [aeio]|an [^aeiou])/i.test(summary))).toEqual([])
  })

  it('has no dangling references', () => {
    const texts = JSON.stringify(document)
    for (const [, kind, name] of texts.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(document.components).toHaveProperty([kind as string, name as string])
    expect(texts).toContain('#/components/schemas/Feature.PERCENTAGE')
  })

  it('describes conditions where they occur, with references to themselves', () => {
    const { schemas } = document.components as { schemas: Readonly<Record<string, unknown>> }
    const condition = { $ref: '#/components/schemas/Condition' }
    expect(schemas).toMatchObject({
      Segment: { properties: { when: condition } },
      'Feature.RULES': {
        properties: { parameters: { properties: { rules: { items: { properties: { when: condition } } } } } },
      },
      Condition: { anyOf: expect.arrayContaining([expect.objectContaining({ properties: { not: condition } })]) },
    })
  })

  it.each(namedIn(slices))('has a valid example of $name', ({ name, schema, example, shown }) => {
    const check = new Ajv2020(ajvOptions).compile(shown ? { $id: name, ...shown(name) } : schema)
    expect([check(example), check.errors]).toEqual([true, null])
    const [inDocument] = (document.components as Shown).schemas[name]?.examples ?? []
    expect(inDocument).toEqual(example)
  })

  it.each(operations(contract).filter(({ name }) => name.length === 2 && name[1] === 'create'))(
    'defines $name.0 as a named schema with an example',
    ({ operation: { path } }) => {
      const { content } = paths[path]?.post?.requestBody ?? {}
      expect(content?.['application/json'].schema).toEqual({
        $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/),
      })
    },
  )

  it('is small, because shared schemas are defined once', () => {
    expect(JSON.stringify(document).length).toBeLessThan(620_000)
  })

  it('declares exactly the tags that it uses', () => {
    const tags = (document.tags as { name: string }[]).map(({ name }) => name)
    expect(new Set(described.flatMap((one) => one.tags))).toEqual(new Set(tags))
  })

  it('has the same bytes each time', () => {
    expect(JSON.stringify(openApi(slices, { version: '1.2.3' }))).toBe(JSON.stringify(document))
  })
})
