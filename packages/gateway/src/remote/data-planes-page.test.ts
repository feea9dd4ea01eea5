import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CONTACT_FILE } from './contact.ts'
import { SNAPSHOT_FILE } from './disk-snapshot.ts'

const page = readFileSync(new URL('../../docs/data-planes.md', import.meta.url), 'utf8')

/** The first cells of the table below a heading. */
const firstCells = (heading: string): string[] => {
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `([\w.*]+)`/gm)].map(([, name]) => name as string)
}

it('the page describes every state', () => {
  expect(firstCells('States')).toEqual(['cold', 'fresh', 'stale'])
})

it('the page names the files of the folder', () => {
  expect(firstCells('What is on the disk')).toEqual([SNAPSHOT_FILE, CONTACT_FILE, 'flags.txt', '*.spool', '.lock'])
})

it('the page names the settings of the command', () => {
  expect(firstCells('Run one')).toEqual(
    ['FROM', 'KEY', 'STATE', 'STALE_MAX', 'WORKERS'].map((name) => `SIGNALBOX_GATEWAY_${name}`),
  )
})
