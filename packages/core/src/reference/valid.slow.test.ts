import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { describe, expect, it } from 'vitest'
import { slices } from '../contract.ts'
import type { JsonObject } from '../machine/json/json.ts'
import { openApi } from './openapi.ts'

/** Other validators, with the errors and warnings they find in a document. */
const judges: Record<string, (document: JsonObject) => Promise<unknown[]>> = {
  async '@seriousme/openapi-schema-validator'(document) {
    const { valid, errors } = await new Validator().validate(document)
    return valid ? [] : [errors]
  },
  async '@apidevtools/swagger-parser'(document) {
    const parsed = SwaggerParser.validate(document as never, { resolve: { external: false } })
    return parsed.then(() => []).catch((error) => [error])
  },
  async 'the recommended rules of Redocly'(document) {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])
  },
  async 'the recommended rules of Spectral'(document) {
    const linter = new spectral.Spectral()
    linter.setRuleset({ extends: [[withExamplesOnce(), 'recommended']] as never })
    const problems = await linter.run(JSON.stringify(document))
    return problems.map(({ code, message, path }) => [code, message, path.join('/')])
  },
}

interface Rule {
  readonly then: { readonly function: RuleFunction }
}
type RuleFunction = (value: object, options: unknown, context: { readonly path: readonly PropertyKey[] }) => unknown

/**
 * The rules of Spectral. Those for examples compile a schema for each example and each default, wherever references lead
 * to it, which takes minutes: here each is judged once.
 */
function withExamplesOnce() {
  const rules = oas.rules as unknown as Record<string, Rule>
  const ofExamples = ['oas3-valid-media-example', 'oas3-valid-schema-example'].map((name) => {
    const rule = rules[name]!
    return [name, { ...rule, then: { ...rule.then, function: once(rule.then.function) } }]
  })
  return { ...oas, rules: { ...rules, ...Object.fromEntries(ofExamples) } }
}

/** Judges a value once in requests, and once elsewhere: only there may it lack what is write-only, or read-only. */
function once(judge: RuleFunction): RuleFunction {
  const seen = new Set<string>()
  return (value, options, context) => {
    const key = `${context.path.includes('requestBody')} ${context.path.includes('responses')} ${JSON.stringify(value)}`
    if (seen.has(key)) return
    seen.add(key)
    return judge(value, options, context)
  }
}

describe.each(Object.entries(judges))('%s', (_, judge) => {
  it('finds no problems in the OpenAPI document', async () => {
    expect(await judge(openApi(slices, { version: '1.2.3' }))).toEqual([])
  })

  it('finds an operation without responses', async () => {
    const document = {
      openapi: '3.1.1',
      info: { title: 'x', version: '1' },
      paths: { '/x': { get: { responses: [] } } },
    }
    expect(await judge(document)).not.toEqual([])
  })
})

describe('the recommended rules of Spectral', () => {
  const typed = { type: 'object', properties: { on: { type: 'boolean' } } }
  const withContent = (content: JsonObject, schema: JsonObject = typed): JsonObject => ({
    openapi: '3.1.1',
    info: { title: 'x', version: '1' },
    paths: { '/x': { get: { responses: { 200: { description: 'x', content: { 'application/json': content } } } } } },
    components: { schemas: { X: schema } },
  })
  const schema = { $ref: '#/components/schemas/X' }
  const problems = async (document: JsonObject) => {
    const found = (await judges['the recommended rules of Spectral']!(document)) as [string, string, string][]
    return found.map(([code]) => code).filter((code) => code.includes('example'))
  }

  it('find an example that its schema does not allow', async () => {
    expect(await problems(withContent({ schema, example: { on: true } }))).toEqual([])
    expect(await problems(withContent({ schema, example: { on: 'yes' } }))).toEqual(['oas3-valid-media-example'])
  })

  it('find a default that its schema does not allow', async () => {
    const wrong = { type: 'object', properties: { on: { type: 'boolean', default: 'yes' } } }
    expect(await problems(withContent({ schema }, wrong))).toContain('oas3-valid-schema-example')
  })
})
