import { expect, it } from 'vitest'
import { programOf, sentencesOf } from './program.fixture.ts'

it('lets the modules of an application export a client, a box and flags, and be compiled to declarations', () => {
  const { program, source } = programOf('declarations.fixture.ts', { declaration: true, erasableSyntaxOnly: true })

  expect(source).toBeDefined()
  expect(sentencesOf(program.getDeclarationDiagnostics(source))).toEqual([])
})
