import { type ErrorTemplate, renderError } from '@signalbox/core'
import { Eta } from 'eta'
import Mustache from 'mustache'
import { type Candidate, race, type Standing } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'

const SIZE = 5000
const said = {
  status: 404,
  message: 'No <service> was found',
  cause: 'errors.service.not.found',
  errorId: 'an-error-id',
}

const html = [
  '<h1>${status}</h1>',
  '<p>${message}</p>',
  '<p>${cause}</p>',
  '<p>${otoroshiMessage}</p>',
  '<code>${errorId}</code>',
]
const filler = '<p class="paragraph">Everything that a company wants to say on such an occasion.</p>'
const template = html.flatMap((one) => [one, filler.repeat(Math.ceil(SIZE / html.length / filler.length))]).join('\n')
const toSyntax = (place: (name: string) => string) => template.replace(/\$\{(\w+)\}/g, (_, name: string) => place(name))

const values = { ...said, otoroshiMessage: said.message }

/** Pages of error templates, compared with general template engines. */
export const pages: RowGroup = {
  title: 'A page of 5 KB with five escaped values',
  async measure(effort) {
    const { engine, own, mustache, chain } = Object.fromEntries(candidates().map((one) => [one.name, one])) as Record<
      string,
      Candidate
    >
    const standings = await race([engine!, own!, mustache!, chain!], effort)
    const [first, ...others] = standings as [Standing, ...Standing[]]
    return [
      toRow('eta, compiled', first),
      {
        ...toRow('Signalbox `renderError`: choice of the page and headers included', others[0]!),
        goal: '≤ 1 × eta',
        met: others[0]!.ratio <= 1,
      },
      toRow('mustache, parsed before', others[1]!),
      toRow('`replaceAll` a place, escaped', others[2]!),
    ]
  },
}

const toRow = (what: string, { nanoseconds, ratio }: Standing): Row => ({
  what,
  figure: `${(1e3 / nanoseconds).toFixed(2)} M/s`,
  ratio: `${ratio.toFixed(2)} × eta's time`,
})

/** The candidates, each of which renders the same text. Throws if one does not. */
function candidates(): Candidate[] {
  const own: ErrorTemplate = { serviceId: 'global', template40x: template }
  const eta = new Eta()
  const compiled = eta.compile(toSyntax((name) => `<%= it.${name} %>`))
  const marked = toSyntax((name) => `{{${name}}}`)
  Mustache.parse(marked)
  const renderers: Record<string, () => string> = {
    engine: () => eta.render(compiled, values),
    own: () => renderError(said, own).body,
    mustache: () => Mustache.render(marked, values),
    chain: () =>
      Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`\${${name}}`, toHtml(value)), template),
  }
  const texts = new Set(Object.values(renderers).map((render) => render()))
  if (texts.size !== 1) throw new Error('The engines do not make the same page')
  return Object.entries(renderers).map(([name, render]) => ({
    name,
    run(times) {
      let length = 0
      for (let i = 0; i < times; i++) length += render().length
      return length
    },
  }))
}

const toHtml = (value: string | number) => String(value).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
