/** What a path of a document matches: its value, and the texts of its parameters, decoded. */
export interface MatchedTemplate<T> {
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

interface Node<T> {
  readonly texts: Map<string, Node<T>>
  readonly mixed: { readonly parts: readonly string[]; readonly node: Node<T> }[]
  one?: Node<T>
  /** Takes everything that follows, as in `{path+}`. */
  rest?: Leaf<T>
  leaf?: Leaf<T>
}

interface Leaf<T> {
  readonly value: T
  readonly names: readonly string[]
}

/** Paths of a document, such as `/users/{id}`. */
export interface PathTemplates<T> {
  add(template: string, value: T): void
  /** The best match of a path: text before parameters, segment by segment, as OpenAPI says. */
  find(path: string): MatchedTemplate<T> | undefined
}

/** Creates an index of paths. Looking one up does not depend on how many there are. */
export function createPathTemplates<T>(): PathTemplates<T> {
  const root: Node<T> = emptyNode()

  function find(
    node: Node<T>,
    segments: readonly string[],
    place: number,
    values: string[],
  ): MatchedTemplate<T> | undefined {
    if (place === segments.length) return node.leaf && matched(node.leaf, values)
    const segment = segments[place] as string
    const exact = node.texts.get(segment)
    const found = exact && find(exact, segments, place + 1, values)
    if (found) return found
    for (const { parts, node: next } of node.mixed) {
      const texts = textsBetween(segment, parts)
      const one = texts && find(next, segments, place + 1, [...values, ...texts])
      if (one) return one
    }
    const one = node.one && segment !== '' ? find(node.one, segments, place + 1, [...values, segment]) : undefined
    return one ?? (node.rest && matched(node.rest, [...values, segments.slice(place).join('/')]))
  }

  return {
    add(template, value) {
      const names: string[] = []
      let node = root
      const segments = template
        .replace(/[?#].*$/s, '')
        .replace(/^\//, '')
        .split('/')
      for (const [i, segment] of segments.entries()) {
        const pieces = segment.split(/\{([^{}]*)\}/)
        if (pieces.length === 1) {
          const text = decoded(segment)
          node = node.texts.get(text) ?? setNode(node.texts, text)
          continue
        }
        const own = pieces.filter((_, place) => place % 2 === 1)
        names.push(...own.map((name) => name.replace(/^\+|[+*]$/g, '')))
        const isWhole = pieces.length === 3 && pieces[0] === '' && pieces[2] === ''
        if (isWhole && i === segments.length - 1 && /^\+|[+*]$/.test(own[0] as string)) {
          node.rest ??= { value, names }
          return
        }
        if (isWhole) {
          node.one ??= emptyNode()
          node = node.one
          continue
        }
        const parts = pieces.filter((_, place) => place % 2 === 0).map(decoded)
        const known = node.mixed.find((one) => one.parts.join('{}') === parts.join('{}'))
        const next = known?.node ?? emptyNode()
        if (!known) node.mixed.push({ parts, node: next })
        node = next
      }
      node.leaf ??= { value, names }
    },
    find: (path) => find(root, path.replace(/^\//, '').split('/').map(decoded), 0, []),
  }
}

const emptyNode = <T>(): Node<T> => ({ texts: new Map(), mixed: [] })

function setNode<T>(nodes: Map<string, Node<T>>, name: string): Node<T> {
  const node: Node<T> = emptyNode()
  nodes.set(name, node)
  return node
}

const matched = <T>({ value, names }: Leaf<T>, values: readonly string[]): MatchedTemplate<T> => ({
  value,
  params: Object.fromEntries(names.map((name, i) => [name, values[i] as string])),
})

/** The texts between the parts of a segment such as `{name}.json`; `undefined` if the segment has another form. */
function textsBetween(segment: string, parts: readonly string[]): readonly string[] | undefined {
  const [first = '', ...others] = parts
  const last = others.pop() ?? ''
  if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined
  const inner = segment.slice(first.length, segment.length - last.length)
  if (segment.length < first.length + last.length) return undefined
  const texts: string[] = []
  let from = 0
  for (const part of others) {
    const at = part === '' ? from + 1 : inner.indexOf(part, from + 1)
    if (at < 0) return undefined
    texts.push(inner.slice(from, at))
    from = at + part.length
  }
  texts.push(inner.slice(from))
  return texts.every((text) => text !== '') ? texts : undefined
}

/** A text without its percent-encoding, if it has any. */
function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
