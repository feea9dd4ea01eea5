import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const fixture = fileURLToPath(new URL('declarations.fixture.ts', import.meta.url))

it('lets the modules of an application export a client, a box and flags, and be compiled to declarations', () => {
  const program = ts.createProgram([fixture], {
    strict: true,
    declaration: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    customConditions: ['@signalbox/source'],
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  })
  const problems = program.getDeclarationDiagnostics(program.getSourceFile(fixture))

  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
}, 120_000)
