import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { secretVariables } from './secret-files.ts'
import type { Setting } from './setting.ts'
import type { SettingName } from './settings.ts'
import { settingNames, settings, variableOf } from './settings.ts'

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .slice(2, -2)
      .split(/ +\| /)
      .map((cell) => cell.trim()),
  )

function rowOf(setting: SettingName): readonly string[] {
  const { initial, about, allowed, place }: Setting<unknown> = settings[setting]
  const names = [setting, ...(place ? [place.join('.')] : [])].map((name) => `\`${name}\``).join(', ')
  return [`\`${variableOf(setting)}\``, names, about, allowed, String(initial) || 'none']
}

it('the page of settings lists each setting with its names, meaning, values and default', () => {
  expect(rows).toEqual(settingNames.map(rowOf))
})

it('the page of settings lists the settings that can be read from files', () => {
  const [, sentence = ''] = /This works for (.*?)\.$/ms.exec(page) ?? []
  const listed = [...sentence.matchAll(/`(\w+)`/g)].map(([, variable]) => variable)
  expect(listed.sort()).toEqual([...secretVariables].sort())
})
