import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Attributes of JSX whose strings are for programs. */
const NOT_SHOWN =
  /^(?:class(?:Name)?|d|viewBox|style|transform|points|href|src|to|key|ref|id|for|name|type|rel|media|role|sizes|autocomplete|autoComplete|pattern|sandbox|accept)$/
/** Functions that take strings for programs: selectors, names of events, classes. */
const FOR_PROGRAMS =
  /^(?:querySelector|querySelectorAll|closest|matches|matchMedia|RegExp|raw|startsWith|endsWith|includes|split|indexOf|addEventListener|useEvent|css)$/

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
/** Words, as opposed to keys, paths, classes and punctuation. */
const isSentence = (text: string): boolean =>
  /\p{L}{2}/u.test(text) &&
  (/\s/.test(text) || /^\p{Lu}\p{Ll}/u.test(text)) &&
  !/^[#.@/[<][\w/-]|[{};]\s*$|^\w[\w-]*(?: [a-z]+-[\w-]+)+$/.test(text)

const templateText = (node: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(node)
    ? node.text
    : node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')

/** The children as a sentence, with `…` for what is computed. */
const childrenText = (children: ts.NodeArray<ts.JsxChild>): string =>
  children
    .map((child) => {
      if (ts.isJsxText(child)) return child.containsOnlyTriviaWhiteSpaces ? '' : child.text.replaceAll(/\s*\n\s*/g, ' ')
      if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return childrenText(child.children) || '…'
      if (ts.isJsxExpression(child) && child.expression && ts.isStringLiteralLike(child.expression))
        return child.expression.text
      return '…'
    })
    .join('')

function isForPrograms(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isJsxAttribute(parent)) return NOT_SHOWN.test(parent.name.getText())
  if (ts.isCallExpression(parent) && parent.arguments.some((argument) => argument === node)) {
    const { expression } = parent
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
    return FOR_PROGRAMS.test(name)
  }
  if (ts.isTaggedTemplateExpression(parent)) return true
  if (
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isJsxExpression(parent) ||
    ts.isBinaryExpression(parent)
  )
    return isForPrograms(parent)
  return ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)
}

/** The texts of a module that people may see: children of JSX, strings and templates that are sentences. */
export function textsIn(source: string, file = 'module.tsx'): readonly string[] {
  const texts = new Set<string>()
  const add = (text: string) => {
    const sentence = squeezed(text)
    if (isSentence(sentence)) texts.add(sentence)
  }
  function visit(node: ts.Node): void {
    if (
      (ts.isJsxElement(node) || ts.isJsxFragment(node)) &&
      node.children.some((child) => ts.isJsxText(child) && !child.containsOnlyTriviaWhiteSpaces)
    )
      add(childrenText(node.children))
    else if (ts.isStringLiteral(node) && !isForPrograms(node)) add(node.text)
    else if ((ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) && !isForPrograms(node))
      add(templateText(node))
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return [...texts]
}

/** The texts of all modules of the page, by file. */
export const textsOfPage = (): readonly { readonly file: string; readonly texts: readonly string[] }[] =>
  globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['**/*.{test,fixture,d}.*'] })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => ({ file, texts: textsIn(readFileSync(join(import.meta.dirname, file), 'utf8'), file) }))
    .filter(({ texts }) => texts.length > 0)
