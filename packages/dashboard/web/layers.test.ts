import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { arrowsIn, flaws, foldersIn, type Table } from '../../core/src/layers.fixture.ts'

/** The folders of the page, lowest first, each with the folders that it imports. */
const folders: Table = {
  examples: [],
  match: [],
  place: [],
  styles: [],
  values: [],
  words: [],
  calls: ['place', 'words'],
  code: ['values'],
  notices: ['calls', 'examples', 'values'],
  preferences: ['calls', 'values', 'words'],
  keys: ['preferences'],
  kinds: ['calls', 'notices', 'place', 'styles', 'values'],
  log: ['kinds', 'values', 'words'],
  tree: ['log', 'values'],
  confirm: ['place', 'tree', 'values'],
  saving: ['calls', 'confirm', 'log', 'notices', 'values', 'words'],
  records: ['calls', 'confirm', 'kinds', 'log', 'notices', 'place', 'saving', 'tree', 'values'],
  evaluation: ['calls', 'records'],
  parts: [
    'calls',
    'code',
    'confirm',
    'keys',
    'kinds',
    'log',
    'notices',
    'place',
    'preferences',
    'records',
    'saving',
    'styles',
    'tree',
    'values',
    'words',
  ],
  screens: [
    'calls',
    'code',
    'confirm',
    'evaluation',
    'examples',
    'keys',
    'kinds',
    'log',
    'match',
    'notices',
    'parts',
    'place',
    'preferences',
    'records',
    'saving',
    'tree',
    'values',
    'words',
  ],
  shell: [
    'calls',
    'confirm',
    'keys',
    'kinds',
    'log',
    'notices',
    'parts',
    'place',
    'preferences',
    'records',
    'screens',
    'styles',
    'words',
  ],
}

it('each folder of the page has a row', () => {
  expect(Object.keys(folders).sort()).toEqual(foldersIn('dashboard/web'))
})

it('the folders of the page import each other only as their rows allow, without cycles', () => {
  expect(flaws(folders, arrowsIn('dashboard/web'))).toEqual([])
})

it('each folder of the page reads as a table of contents: it has at most 25 files beside its tests', () => {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: import.meta.dirname, exclude: ['**/*.{test,fixture}.*'] })
  const folders = Map.groupBy(files, (file) => posix.dirname(file.replaceAll('\\', '/')))
  const full = [...folders]
    .filter(([, { length }]) => length > 25)
    .map(([folder, { length }]) => `${folder}: ${length}`)
  expect(full).toEqual([])
})
