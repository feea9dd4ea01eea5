import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'

/** One package of the repository, from its `package.json`. */
export interface Package {
  /** Its folder in `packages`. */
  readonly folder: string
  readonly name: string
  /** The source file of each public entry by specifier, such as `@signalbox/core/wire`. */
  readonly entries: Readonly<Record<string, string>>
}

/**
 * One import of a file: its specifier, and the source file of the repository it resolves to, or the specifier again.
 */
export interface Import {
  readonly file: string
  readonly target: string
  /** A type import, erased at run time. */
  readonly isType: boolean
  /** Loaded when it is needed (`import()`). */
  readonly isLate: boolean
  /** `export … from`. */
  readonly isExport: boolean
}

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** The text of a source file, parsed. */
export const parse = (file: string, text = read(file)) => ts.createSourceFile(file, text, ts.ScriptTarget.ESNext)

/** Every package. */
export const packages: readonly Package[] = readdirSync(root)
  .filter((folder) => existsSync(new URL(`${folder}/package.json`, root)))
  .map((folder) => {
    const { name, exports = {} } = JSON.parse(read(`${folder}/package.json`)) as {
      name: string
      exports?: Record<string, { '@signalbox/source'?: string }>
    }
    const entries = Object.entries(exports).flatMap(([path, { '@signalbox/source': source }]) =>
      source ? [[posix.join(name, path), posix.join(folder, source)]] : [],
    )
    return { folder, name, entries: Object.fromEntries(entries) as Record<string, string> }
  })

const entries = Object.assign({}, ...packages.map((one) => one.entries)) as Record<string, string>

/** Every published source file, and the files of the dashboard's page: no tests, no fixtures. */
export const sources: readonly string[] = packages
  .flatMap(({ folder }) => [`${folder}/src`, `${folder}/web`])
  .filter((folder) => existsSync(new URL(folder, root)))
  .flatMap((folder) =>
    (readdirSync(new URL(folder, root), { recursive: true }) as string[])
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|test-d|fixture|scenario|d)\.tsx?$/.test(file)),
  )

/** The imports of a file, including `export … from` and `import()`. */
export function importsOf(file: string, text?: string): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Expression | undefined, isType: boolean, { isLate = false, isExport = false } = {}) => {
    if (specifier && ts.isStringLiteral(specifier))
      found.push({ file, target: resolve(file, specifier.text), isType, isLate, isExport })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly, { isExport: true })
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, { isLate: true })
    ts.forEachChild(node, visit)
  }
  visit(parse(file, text))
  return found
}

/** Resolves a specifier: a relative one to its folder's file, an entry to its source; others stay as they are. */
function resolve(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : (entries[specifier] ?? specifier)
}

/** Every identifier in the code of a file. */
export function namesIn(file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  return found
}

/** The names that a file exports, types included, sorted. */
export function exportsOf(file: string): string[] {
  const names = new Set<string>()
  for (const node of parse(file).statements) {
    if (ts.isExportDeclaration(node)) {
      if (node.exportClause && ts.isNamedExports(node.exportClause))
        for (const { name, isTypeOnly } of node.exportClause.elements)
          names.add(isTypeOnly || node.isTypeOnly ? `type ${name.text}` : name.text)
      else if (node.exportClause) names.add(node.exportClause.name.text)
      else if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
        for (const name of exportsOf(resolve(file, node.moduleSpecifier.text))) names.add(name)
    } else if (ts.isExportAssignment(node)) names.add('default')
    else if (ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      for (const name of declaredBy(node)) names.add(name)
  }
  return [...names].sort()
}

function declaredBy(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return [`type ${node.name.text}`]
  return ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) ? [node.name?.text ?? 'default'] : []
}
