import { expect, test } from 'vitest'
import { type Scope, scopeWords } from './scope-sentence.ts'

test.each<[Scope, string]>([
  [{}, 'all events'],
  [{ domains: [], patterns: [], types: [] }, 'all events'],
  [{ patterns: ['*'] }, 'all events'],
  [{ patterns: ['shop:*', '*'] }, 'all events'],
  [{ domains: ['Feature'] }, 'changes of features'],
  [{ domains: ['Feature', 'Config'], patterns: ['shop:*'] }, 'changes of features and configs under shop'],
  [{ domains: ['Feature', 'Config', 'Script', 'Api'] }, 'changes of 4 domains'],
  [{ domains: ['Later'] }, 'changes of Later'],
  [{ patterns: ['shop:*', 'map:*'] }, 'every change under shop or map'],
  [{ patterns: ['shop:*,map:*'] }, 'every change under shop or map'],
  [{ patterns: ['shop:express'] }, 'every change with the id shop:express'],
  [{ patterns: ['*express*'] }, 'every change with ids like *express*'],
  [{ patterns: ['shop:*', 'login'] }, 'every change under shop or with the id login'],
  [{ patterns: ['a', 'b', 'c', 'd'] }, 'every change with ids that match 4 patterns'],
  [{ patterns: ['!shop:*'] }, 'every change, except under shop'],
  [{ patterns: ['shop:*', '!shop:internal'] }, 'every change under shop, except with the id shop:internal'],
  [{ types: ['FEATURE_CREATED', 'FEATURE_DELETED'] }, 'FEATURE_CREATED and FEATURE_DELETED'],
  [{ types: ['API_DEPLOYED'], patterns: ['billing'] }, 'API_DEPLOYED with the id billing'],
  [{ types: ['A', 'B', 'C', 'D'], domains: ['Feature'] }, 'events of 4 types of features'],
])('%j is %s', (scope, text) => {
  expect(scopeWords(scope)).toEqual({ text, isEverything: text === 'all events' })
})
