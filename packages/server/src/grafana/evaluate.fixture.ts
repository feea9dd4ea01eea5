import { parser } from '@prometheus-io/lezer-promql'

type SyntaxNode = ReturnType<typeof parser.parse>['topNode']
type Labels = Readonly<Record<string, string>>

/** A value of a series. `__name__` is among the labels until a function or an operator drops it. */
export interface Sample {
  readonly labels: Labels
  readonly value: number
}

/** What one scrape read, at a time in seconds. */
export interface Scrape {
  readonly at: number
  readonly samples: readonly Sample[]
}

type Value = number | readonly Sample[]

/**
 * Evaluates an expression of PromQL at a time in seconds, after the last of the scrapes. A series that the last scrape did
 * not have is stale. Knows what alerts use: selectors, `rate`, `increase`, `sum`, `min`, `max`, `count`, arithmetic,
 * comparisons that filter, and one-to-one matching of all labels. Throws an `Error` for anything else: add it here.
 */
export function evaluate(expression: string, scrapes: readonly Scrape[], now: number): readonly Sample[] {
  const text = (node: SyntaxNode) => expression.slice(node.from, node.to)
  const unknown = (node: SyntaxNode) => new Error(`evaluate.fixture.ts does not know ${node.name}: ${text(node)}`)

  function evaluated(node: SyntaxNode): Value {
    switch (node.name) {
      case 'NumberDurationLiteral':
        return Number(text(node))
      case 'ParenExpr':
        return evaluated(node.firstChild as SyntaxNode)
      case 'VectorSelector':
        return selected(node, scrapes.at(-1)?.samples ?? [])
      case 'FunctionCall':
        return called(node)
      case 'AggregateExpr':
        return aggregated(node)
      case 'BinaryExpr':
        return combined(node)
      default:
        throw unknown(node)
    }
  }

  function selected(node: SyntaxNode, samples: readonly Sample[]): readonly Sample[] {
    const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((matcher) => {
      const [name = '', operator = '', literal = '""'] = childrenOf(matcher).map(text)
      const expected = JSON.parse(literal) as string
      const isEqual = (value: string) => value === expected
      const fits = operator.includes('~') ? (value: string) => new RegExp(`^(?:${expected})$`).test(value) : isEqual
      return ({ labels }: Sample) => fits(labels[name] ?? '') !== operator.startsWith('!')
    })
    const metric = text(node.getChild('Identifier') ?? node)
    return samples.filter((one) => one.labels.__name__ === metric && matchers.every((isMet) => isMet(one)))
  }

  function called(node: SyntaxNode): Value {
    const name = text(node.getChild('FunctionIdentifier') ?? node)
    const range = node.getChild('FunctionCallBody')?.getChild('MatrixSelector')
    const [, count, unit = ''] = range ? (/\[(\d+)([smh])\]$/.exec(text(range)) ?? []) : []
    if (!range || !count || !['rate', 'increase'].includes(name)) throw unknown(node)
    const width = Number(count) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h']
    const series = new Map<string, { labels: Labels; points: (readonly [at: number, value: number])[] }>()
    for (const { at, samples } of scrapes)
      if (at > now - width)
        for (const { labels, value } of selected(range.firstChild as SyntaxNode, samples)) {
          const found = series.get(keyOf(labels)) ?? { labels, points: [] }
          series.set(keyOf(labels), { labels, points: [...found.points, [at, value]] })
        }
    return [...series.values()].flatMap(({ labels, points }) => {
      const value = increaseOf(points, { from: now - width, to: now })
      return value === undefined ? [] : [{ labels: unnamed(labels), value: name === 'rate' ? value / width : value }]
    })
  }

  function aggregated(node: SyntaxNode): Value {
    const modifier = node.getChild('AggregateModifier')
    const aggregate = aggregates[text(node.getChild('AggregateOp') ?? node)]
    const inner = evaluated(node.getChild('FunctionCallBody')?.firstChild as SyntaxNode)
    if (!aggregate || typeof inner === 'number' || modifier?.getChild('Without')) throw unknown(node)
    const kept = (modifier?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []).map(text)
    const grouped = ({ labels }: Sample) =>
      Object.fromEntries(kept.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])))
    return [...Map.groupBy(inner, (one) => keyOf(grouped(one))).values()].map((samples) => ({
      labels: grouped(samples[0] as Sample),
      value: aggregate(samples.map(({ value }) => value)),
    }))
  }

  function combined(node: SyntaxNode): Value {
    const children = childrenOf(node)
    const [left, operator, right] = children as [SyntaxNode, SyntaxNode, SyntaxNode]
    const calculate = calculations[text(operator)]
    const compare = comparisons[text(operator)]
    if (children.length !== 3 || !(calculate || compare)) throw unknown(node)
    const [a, b] = [evaluated(left), evaluated(right)]
    if (typeof a === 'number' && typeof b === 'number') return calculate ? calculate(a, b) : Number(compare?.(a, b))
    const vector = (typeof a === 'number' ? b : a) as readonly Sample[]
    const others =
      typeof a !== 'number' && typeof b !== 'number'
        ? new Map(b.map((one) => [keyOf(unnamed(one.labels)), one.value]))
        : undefined
    return vector.flatMap(({ labels, value }) => {
      const x = typeof a === 'number' ? a : value
      const y = others ? others.get(keyOf(unnamed(labels))) : typeof b === 'number' ? b : value
      if (y === undefined) return []
      if (calculate) return [{ labels: unnamed(labels), value: calculate(x, y) }]
      return compare?.(x, y) ? [{ labels, value }] : []
    })
  }

  const value = evaluated(parser.parse(expression).topNode.firstChild as SyntaxNode)
  if (typeof value === 'number') throw new Error(`${expression} is a number, but alerts need series`)
  return value
}

const aggregates: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((total, value) => total + value, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  count: ({ length }) => length,
}

const calculations: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
}

/**
 * How much a counter has grown, with resets, extrapolated to the whole range as Prometheus does: up to the edge if it is
 * about as near as the next sample would be, else by half the distance of two samples, and never below zero.
 */
function increaseOf(
  points: readonly (readonly [at: number, value: number])[],
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return undefined
  let grown = last[1] - first[1]
  for (const [index, [, value]] of points.entries()) {
    const before = points[index - 1]?.[1] ?? 0
    if (value < before) grown += before
  }
  const sampled = last[0] - first[0]
  const distance = sampled / (points.length - 1)
  const near = (edge: number) => (edge < distance * 1.1 ? edge : distance / 2)
  const toZero = grown > 0 && first[1] >= 0 ? sampled * (first[1] / grown) : Number.POSITIVE_INFINITY
  const start = first[0] - from
  return grown * ((sampled + near(Math.min(start, toZero)) + near(to - last[0])) / sampled)
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child)
  return found
}

/** The labels without the name of the metric. */
const unnamed = ({ __name__: _, ...labels }: Labels): Labels => labels

/** Tells series apart. */
export const keyOf = (labels: Labels): string => JSON.stringify(Object.entries(labels).sort())
