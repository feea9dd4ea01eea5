import { parser } from '@prometheus-io/lezer-promql'
import type { Families } from './families.fixture.ts'

type SyntaxNode = ReturnType<typeof parser.parse>['topNode']

/** Labels that Prometheus adds to each sample. */
const added = ['job', 'instance'] as const
/** Functions of counters. */
const rates = ['rate', 'irate', 'increase', 'resets']

/** What is wrong with an expression, given the metrics that exist. `legend` is the text with which Grafana names its series. */
export function problemsOf(expression: string, families: Families, legend = ''): string[] {
  const text = expression.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '1h')
  const problems: string[] = []
  const tree = parser.parse(text)
  const read = ({ from, to }: SyntaxNode) => text.slice(from, to)
  const complain = (what: string) => void problems.push(`${what}: ${expression}`)

  tree.iterate({
    enter({ type, node }) {
      if (type.isError) complain(`Syntax error at ${node.from}`)
      if (node.name === 'VectorSelector') checkSelector(node)
    },
  })
  checkLegend()
  return problems

  function checkSelector(selector: SyntaxNode): void {
    const name = read(selector.getChild('Identifier') ?? selector)
    if (name === 'up') return
    const family = families.get(name)
    if (!family) {
      complain(`${name} does not exist`)
      return
    }
    const known: readonly string[] = [...family.labels, ...added]
    const outer = ancestorsOf(selector)
    const used = [
      ...(selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((matcher) =>
        read(matcher.getChild('LabelName') as SyntaxNode),
      ),
      ...outer.flatMap(groupedBy),
    ]
    for (const label of used) if (!known.includes(label)) complain(`${name} has no label ${label}`)

    const isRanged = outer[0]?.name === 'MatrixSelector'
    const called = outer.find(({ name }) => name === 'FunctionCall')
    const isCounted = isRanged && rates.includes(called ? functionOf(called) : '')
    const isCounter = family.type === 'counter' || family.type === 'histogram'
    if (isCounter && !isCounted) complain(`The counter ${name} stands outside of rate or increase`)
    if (!isCounter && isCounted) complain(`${name} is no counter`)
    if (name.endsWith('_bucket')) checkBuckets(name, outer)
  }

  function checkBuckets(name: string, outer: readonly SyntaxNode[]): void {
    if (!outer.some((node) => node.name === 'FunctionCall' && functionOf(node) === 'histogram_quantile'))
      complain(`${name} stands outside of histogram_quantile`)
    if (!outer.some((node) => groupedBy(node).includes('le'))) complain(`${name} is not grouped by le`)
  }

  /** The legend may name only the labels that the expression keeps. */
  function checkLegend(): void {
    let grouped: readonly string[] | undefined
    tree.iterate({
      enter({ node }) {
        if (node.name === 'AggregateExpr' && !/^(top|bottom)k/.test(read(node))) grouped ??= groupedBy(node)
      },
    })
    for (const [, label = ''] of legend.matchAll(/{{(\w+)}}/g))
      if (grouped && !grouped.includes(label)) complain(`The legend has the label ${label}, which is summed up`)
  }

  function groupedBy(node: SyntaxNode): readonly string[] {
    if (node.name !== 'AggregateExpr') return []
    return (node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []).map(read)
  }

  function functionOf(call: SyntaxNode): string {
    return read(call.getChild('FunctionIdentifier') as SyntaxNode)
  }
}

/** The nodes around a node, from the inside to the outside. */
function ancestorsOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let one = node.parent; one; one = one.parent) found.push(one)
  return found
}

/** The names of the metrics that an expression reads. */
export function metricsIn(expression: string): string[] {
  const names: string[] = []
  parser.parse(expression.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '1h')).iterate({
    enter({ node }) {
      if (node.name !== 'VectorSelector') return
      const { from, to } = node.getChild('Identifier') ?? node
      names.push(expression.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '1h').slice(from, to))
    },
  })
  return names
}
