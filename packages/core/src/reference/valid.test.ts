import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { describe, expect, it } from 'vitest'
import { slices } from '../contract.ts'
import type { JsonObject } from '../json.ts'
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
    linter.setRuleset({ extends: [[oas as never, 'recommended']] })
    const problems = await linter.run(JSON.stringify(document))
    return problems.map(({ code, message, path }) => [code, message, path.join('/')])
  },
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
