import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const fixture = fileURLToPath(new URL('compiling.fixture.ts', import.meta.url))

/** It takes about 17,000. A single conditional type over all that a schema may be is in the millions. */
it('costs the compiler of an application, and so its editor, few instantiations of types', () => {
  const program = ts.createProgram([fixture], {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    customConditions: ['@signalbox/source'],
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  })
  const problems = program.getSemanticDiagnostics(program.getSourceFile(fixture))

  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  expect(program.getInstantiationCount()).toBeGreaterThan(1_000)
  expect(program.getInstantiationCount()).toBeLessThan(100_000)
}, 120_000)
