import { expect, it } from 'vitest'
import { programOf, sentencesOf } from './program.fixture.ts'

it('modules that export a client, a box and flags compile to declarations', () => {
  const { program, source } = programOf(new URL('declarations.fixture.ts', import.meta.url), {
    declaration: true,
    erasableSyntaxOnly: true,
  })

  expect(source).toBeDefined()
  expect(sentencesOf(program.getDeclarationDiagnostics(source))).toEqual([])
})
