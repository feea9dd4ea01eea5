import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A module as the compiler of an application takes it: strict, with the declarations of others taken on trust. */
export function programOf(module: URL, options: ts.CompilerOptions = {}) {
  const file = fileURLToPath(module)
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    customConditions: ['@signalbox/source'],
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    ...options,
  })
  return { program, source: program.getSourceFile(file) }
}

/** What a compiler complains of, in words. */
export const sentencesOf = (problems: readonly ts.Diagnostic[]): string[] =>
  problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
