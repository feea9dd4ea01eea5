import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../readmes/blocks.ts'
import type { Resource } from './kubernetes.ts'

const path = join(root, '.ci/manifests.ts')
const options: ts.CompilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
  ...{
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2023,
  },
}

/**
 * Returns a message for each field of manifests that Kubernetes does not have, or that has another type, because validators
 * of Kubernetes accept unknown fields. The types of its API say so.
 */
export function unknownFields(resources: readonly Resource[]): string[] {
  const lines = resources.flatMap((resource, index) => {
    const { apiVersion, kind } = resource
    return [
      `import type { I${kind} as I${index} } from 'kubernetes-models/${apiVersion}'`,
      `export const resource${index}: I${index} = ${JSON.stringify(resource)}`,
    ]
  })
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (file) => file === path || fileExists(file)
  host.getSourceFile = (file, target) =>
    file === path ? ts.createSourceFile(file, lines.join('\n'), target) : getSourceFile(file, target)
  const program = ts.createProgram([path], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}
