import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Compiles a module as applications do: in strict mode, without checking declarations of libraries. */
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

/** The messages of a compiler, as text. */
export const sentencesOf = (problems: readonly ts.Diagnostic[]): string[] =>
  problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
