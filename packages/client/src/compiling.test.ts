import { expect, it } from 'vitest'
import { programOf, sentencesOf } from './program.fixture.ts'

/** It takes about 106,000 today, for 300 operations. One conditional type over every possible schema would take millions. */
it('compiling an application that uses the client takes few type instantiations', () => {
  const { program, source } = programOf(new URL('compiling.fixture.ts', import.meta.url))

  expect(source).toBeDefined()
  expect(sentencesOf(program.getSemanticDiagnostics(source))).toEqual([])
  expect(program.getInstantiationCount()).toBeGreaterThan(1_000)
  expect(program.getInstantiationCount()).toBeLessThan(150_000)
})
