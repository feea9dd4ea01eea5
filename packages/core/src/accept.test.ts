import { describe, expect, it } from 'vitest'
import { chooseType } from './accept.ts'

const offers = ['application/json', 'application/yaml', 'text/yaml'] as const

describe('the media type of an answer', () => {
  it.each<[accept: string | null | undefined, type: string | undefined]>([
    [undefined, 'application/json'],
    [null, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['APPLICATION/YAML', 'application/yaml'],
    ['text/*', 'text/yaml'],
    ['application/json;q=0.4, application/yaml;q=0.5', 'application/yaml'],
    ['application/json;q=0.5, application/yaml;q=0.4', 'application/json'],
    ['application/yaml;q=0.9, */*;q=0.1', 'application/yaml'],
    ['application/json;q=0, */*', 'application/yaml'],
    ['application/json;q=0, application/*;q=0.2, text/yaml;q=0.3', 'text/yaml'],
    ['text/html', undefined],
    ['*/*;q=0', undefined],
    ['application/json;q=high', undefined],
  ])('for Accept %j is %s', (accept, type) => {
    expect(chooseType(accept, offers)).toBe(type)
  })
})
