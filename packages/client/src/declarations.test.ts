import { expect, it } from 'vitest'
import { programOf, sentencesOf } from './program.fixture.ts'

it('lets the modules of an application export a client, a box and flags, and be compiled to declarations', () => {
  const { program, source } = programOf(new URL('declarations.fixture.ts', import.meta.url), {
    declaration: true,
    erasableSyntaxOnly: true,
  })

  expect(source).toBeDefined()
  expect(sentencesOf(program.getDeclarationDiagnostics(source))).toEqual([])
})
