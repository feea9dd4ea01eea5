import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { formNames } from '../conditions/forms.ts'
import { operatorNames } from '../conditions/operators/index.ts'
import { createSignalbox } from '../signalbox.ts'
import { strategies, strategyNames } from './strategies/index.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const page = read('docs/strategies.md')

/** The first cells of the table that has a heading, and the other cells. */
function rowsOf(text: string, heading: string): string[][] {
  const [, , ...lines] =
    text
      .split('\n\n')
      .find((block) => block.startsWith(`| ${heading} `))
      ?.trim()
      .split('\n') ?? []
  return lines.map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim().replaceAll(/^`|`$/g, '')),
  )
}

const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] as string, section]),
)

describe('the page about strategies', () => {
  it('has a row and a section for each strategy, in the order of the table', () => {
    const rows = rowsOf(page, 'strategy').map(([cell = '']) => /^\[`(\w+)`\]/.exec(cell)?.[1])
    expect(rows).toEqual(strategyNames)
    expect([...sections.keys()].slice(0, strategyNames.length)).toEqual(strategyNames)
  })

  it.each(strategyNames)('names the parameters of %s, and has a program with it', (name) => {
    const section = sections.get(name) ?? ''
    const { parameters } = strategies[name] as { parameters?: { properties: object } }
    for (const parameter of Object.keys(parameters?.properties ?? {})) expect(section).toContain(`\`${parameter}\``)
    expect(section).toMatch(new RegExp(`activationStrategy: '${name}'`))
  })

  it('has each form of a condition in its program', () => {
    const program = sections.get('Conditions') ?? ''
    expect([...program.matchAll(/^ {2}(\w+): /gm)].map(([, form]) => form)).toEqual(formNames)
  })
})

describe('the table of operators', () => {
  const rows = rowsOf(page, 'operator')
  const box = createSignalbox()
  afterAll(() => box.close())

  it('has a row for each operator, in their order', () => {
    expect(rows.map(([name]) => name)).toEqual(operatorNames)
  })

  it.each(rows)('is right about %s', async (name, condition = '', isTrue = '', isFalse = '') => {
    const when = JSON.parse(condition)
    expect(when.operator).toBe(name)
    const body = {
      id: `operator:${name}`,
      enabled: true,
      activationStrategy: 'RULES',
      parameters: { rules: [{ when }] },
    }
    await box.features.create({ body: body as never })
    const results = [isTrue, isFalse].map((context) => box.isActive(body.id, JSON.parse(context)))
    expect(results).toEqual([true, false])
  })
})
