/** The custom properties that a theme may set. */
const properties: ReadonlySet<string> = new Set(
  ['accent', 'accent-ink', 'ground', 'panel', 'ink', 'muted', 'line', 'sans', 'mono', 'radius'].map(
    (name) => `--portal-${name}`,
  ),
)

/**
 * Checks the declarations of a theme: only properties of the portal, and no value that loads a file or leaves its declaration.
 * Throws a `TypeError` that names the first invalid declaration.
 */
export function checkTheme(theme: string): void {
  for (const declaration of theme.split(';')) {
    if (declaration.trim() === '') continue
    const [, name = '', value = ''] = /^\s*([^:\s]*)\s*:(.*)$/s.exec(declaration) ?? []
    if (!properties.has(name))
      throw new TypeError(
        `The theme of the portal has the declaration "${declaration.trim()}": expected one of ${[...properties].join(', ')}, and a value`,
      )
    if (value.trim() === '' || /url\s*\(|[@{}<>\\]|\/\*|\*\/|!|\p{Cc}/iu.test(value) || !isBalanced(value))
      throw new TypeError(
        `The theme of the portal has an invalid value for ${name}: it must not be empty, and not contain url(, @, braces, <, >, backslashes, comments or open quotes and brackets`,
      )
  }
}

/** Whether quotes and brackets are closed, so that the value ends where the declaration does. */
function isBalanced(value: string): boolean {
  const outside = value.replace(/"[^"]*"|'[^']*'/g, '')
  if (/["'[\]]/.test(outside)) return false
  let depth = 0
  for (const character of outside) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0
    if (depth < 0) return false
  }
  return depth === 0
}
