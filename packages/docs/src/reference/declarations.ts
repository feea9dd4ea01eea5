import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A declaration that a package exports. */
export interface Declared {
  readonly name: string
  /** What its docstring says, as Markdown. */
  readonly description: string
  /** Its signature or its type, without what a function does. */
  readonly code: string
}

const sources = new Map<string, ts.SourceFile>()

/** The names that a file exports, with their declarations. Names of other packages are left to the packages. */
export function exportsOf(file: string): readonly Declared[] {
  return [...namesOf(file)].flatMap(([name, target]) => describe(name, target))
}

interface Place {
  readonly file: string
  readonly name: string
}

/** Each exported name of a file, with the file that declares it and the name there. */
function namesOf(file: string): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>()
  for (const statement of parsed(file).statements) {
    if (ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier && pathOf(file, statement.moduleSpecifier)
      if (statement.exportClause === undefined && from !== undefined)
        for (const [name, place] of namesOf(from)) found.set(name, place)
      if (statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause))
        for (const { name, propertyName = name } of statement.exportClause.elements) {
          const place = statement.moduleSpecifier === undefined ? imported(file, propertyName.text) : from
          const own = { file, name: name.text }
          found.set(name.text, place === undefined ? own : follow(place, propertyName.text))
        }
    } else if (isExported(statement)) for (const name of declaredBy(statement)) found.set(name, { file, name })
  }
  return found
}

/** Follows a name through the files that only pass it on. */
function follow(from: string | Place, name: string): Place {
  const place = typeof from === 'string' ? { file: from, name } : from
  const isDeclared = parsed(place.file).statements.some((one) => declaredBy(one).includes(place.name))
  return isDeclared ? place : (namesOf(place.file).get(place.name) ?? place)
}

/** Where a file has a name from that it exports but does not declare. */
function imported(file: string, name: string): Place | undefined {
  for (const statement of parsed(file).statements) {
    if (declaredBy(statement).includes(name)) return { file, name }
    if (!ts.isImportDeclaration(statement)) continue
    const { namedBindings } = statement.importClause ?? {}
    if (namedBindings === undefined || !ts.isNamedImports(namedBindings)) continue
    const element = namedBindings.elements.find((one) => one.name.text === name)
    const from = element && pathOf(file, statement.moduleSpecifier)
    if (from !== undefined) return follow(from, (element!.propertyName ?? element!.name).text)
  }
  return undefined
}

function describe(name: string, { file, name: inner }: Place): readonly Declared[] {
  const source = parsed(file)
  const nodes = source.statements.filter((one) => declaredBy(one).includes(inner))
  const [first] = nodes
  if (first === undefined) return [{ name, description: '', code: passedOn(name, source) }]
  const code = nodes.map((node) => signatureOf(node, inner, source)).join('\n')
  return [{ name, description: docstringOf(first, source), code }]
}

/** The export of a name that another package declares. */
function passedOn(name: string, source: ts.SourceFile): string {
  const from = source.statements.find(
    (one): one is ts.ExportDeclaration => ts.isExportDeclaration(one) && one.getText(source).includes(name),
  )
  return `export { ${name} }${from?.moduleSpecifier ? ` from ${from.moduleSpecifier.getText(source)}` : ''}`
}

function signatureOf(node: ts.Statement, name: string, source: ts.SourceFile): string {
  const text = (from: number, to: number) => source.text.slice(from, to).trim()
  if (ts.isFunctionDeclaration(node)) return text(node.getStart(source), node.body?.pos ?? node.end)
  if (ts.isClassDeclaration(node)) return text(node.getStart(source), node.members.pos - 1)
  if (!ts.isVariableStatement(node)) return text(node.getStart(source), node.end)
  const declaration = node.declarationList.declarations.find((one) => namesIn(one.name).includes(name))!
  if (declaration.type) return `export const ${text(declaration.getStart(source), declaration.type.end)}`
  const { initializer } = declaration
  if (initializer && ts.isArrowFunction(initializer))
    return `export const ${text(declaration.getStart(source), initializer.equalsGreaterThanToken.pos)}`
  const whole = `export const ${text(declaration.getStart(source), declaration.end)}`
  return whole.length < 400 ? whole : `export const ${name}`
}

/** The docstring of a node without its stars; examples become code blocks. */
function docstringOf(node: ts.Node, source: ts.SourceFile): string {
  const comment = ts.getLeadingCommentRanges(source.text, node.pos)?.at(-1)
  const text = comment && source.text.slice(comment.pos, comment.end)
  if (!text?.startsWith('/**')) return ''
  const lines = text.slice(3, -2).split('\n')
  const plain = lines
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim()
  const [prose = '', ...tags] = plain.split(/^@/m)
  const blocks = tags.map((tag) => {
    const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(tag) ?? []
    return word === 'example' ? `\`\`\`ts\n${rest.trim()}\n\`\`\`` : `_${word}_: ${rest.trim()}`
  })
  return [prose.trim(), ...blocks]
    .filter(Boolean)
    .join('\n\n')
    .replaceAll(/\{@link (\S+?)\}/g, '`$1`')
}

function declaredBy(node: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => namesIn(name))
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node)
  return isNamed && node.name ? [node.name.text] : []
}

/** The names that a pattern of a declaration binds. */
const namesIn = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : namesIn(one.name)))

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)

function pathOf(file: string, specifier: ts.Expression): string | undefined {
  const { text } = specifier as ts.StringLiteral
  return text.startsWith('.') ? join(dirname(file), text) : undefined
}

function parsed(file: string): ts.SourceFile {
  const known = sources.get(file)
  if (known) return known
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  sources.set(file, source)
  return source
}
