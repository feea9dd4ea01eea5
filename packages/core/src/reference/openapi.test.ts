import { describe, expect, it } from 'vitest'
import { contract } from '../contract.ts'
import { operations } from '../operation.ts'
import { openApi } from './openapi.ts'

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly responses: object
}
const document = openApi(contract, { version: '1.2.3' })
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Described>>>>
const described = Object.values(paths).flatMap((item) => Object.values(item))

describe('the OpenAPI document', () => {
  it('has every operation that has a path of its own, each once', () => {
    const names = operations(contract).filter(({ operation }) => !operation.path.includes('?'))
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(
      names.map(({ name }) => name.join('.')).sort(),
    )
  })

  it('refers to nothing that is not there', () => {
    const texts = JSON.stringify(document)
    for (const [, kind, name] of texts.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(document.components).toHaveProperty([kind as string, name as string])
    expect(texts).toContain('#/components/schemas/Feature.PERCENTAGE')
  })

  it('tells its tags, and uses no others', () => {
    const tags = (document.tags as { name: string }[]).map(({ name }) => name)
    expect(new Set(described.flatMap((one) => one.tags))).toEqual(new Set(tags))
  })

  it('is the same bytes each time', () => {
    expect(JSON.stringify(openApi(contract, { version: '1.2.3' }))).toBe(JSON.stringify(document))
  })
})
