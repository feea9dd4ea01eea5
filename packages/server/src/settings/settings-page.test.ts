import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { helpText } from '../commands/help.ts'
import { secretVariables } from './secret-files.ts'
import type { Setting } from './setting.ts'
import { groupsOfSettings, initialOf, type SettingName, settingNames, settings, variableOf } from './settings.ts'

const file = '../../docs/settings.md'
const page = readFileSync(new URL(file, import.meta.url), 'utf8')

/** The cells of a row, filled up to the widest of its column. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? []
  const [head, ...others] = rows.map(
    (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others].join('\n')
}

const inMarkdown = (text: string): string => text.replaceAll('*', '\\*')
const code = (text: string): string => `\`${text}\``

function rowOf(name: SettingName): readonly string[] {
  const setting: Setting<unknown> = settings[name]
  const initial = initialOf(setting)
  return [code(variableOf(name)), initial === 'none' ? initial : code(initial), inMarkdown(setting.about)]
}

function detailsOf(name: SettingName): string {
  const { more, allowed, place }: Setting<unknown> = settings[name]
  const names = [name, ...(place ? [place.join('.')] : [])].map(code).join(' or ')
  return inMarkdown(
    `- ${code(variableOf(name))}, in a file ${names}: ${allowed}.${more === undefined ? '' : ` ${more}.`}`,
  )
}

it('the page of settings lists each setting in its group; npm run generate writes it', async () => {
  const groups = groupsOfSettings.map(({ title, names }) => {
    const table = tableOf([['variable', 'default', 'what'], ...names.map(rowOf)])
    return `### ${title}\n\n${table}\n\n${names.map(detailsOf).join('\n')}\n`
  })
  const [before = '', after = ''] = page.split(/^### [\s\S]*(?=^## HTTPS$)/m)
  await expect(`${before}${groups.join('\n')}\n${after}`).toMatchFileSnapshot(file)
})

it('each setting is in a group, and described in a short line', () => {
  expect(groupsOfSettings.flatMap(({ names }) => names).sort()).toEqual([...settingNames].sort())
  for (const name of settingNames) expect(settings[name].about).toMatch(/^[^.]([^.]|\.(?! ))*[^.]$/)
  expect(settingNames.filter((name) => settings[name].about.length > 100)).toEqual([])
})

it('the help fits into 100 columns', () => {
  expect(
    helpText()
      .split('\n')
      .filter((line) => line.length > 100),
  ).toEqual([])
})

it('the page of settings lists the settings that can be read from files', () => {
  const [, sentence = ''] = /This works for (.*?)\.$/ms.exec(page) ?? []
  const listed = [...sentence.matchAll(/`(\w+)`/g)].map(([, variable]) => variable)
  expect(listed.sort()).toEqual([...secretVariables].sort())
})
