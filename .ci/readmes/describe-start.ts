import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from './blocks.ts'
import { freePortsOf, here, type Place, run } from './place.ts'
import type { Project } from './project.ts'
import { runCommands } from './run-commands.ts'

/** The pages of the site that a newcomer follows, in this order and in one folder. */
const pages = ['install', 'in-process', 'server', 'gateway'].map((name) => `packages/docs/pages/start/${name}.md`)

/** Registers one test per code block of the pages: files are created, commands run, and their output is compared. */
export function describeStart(open: () => Project | Promise<Project>): void {
  let place: Place & { readonly project: Project }
  beforeAll(async () => {
    const project = await open()
    place = { project, addresses: new Map(), stops: [], jobs: [], serverFolder: project.folder }
  })
  afterAll(async () => {
    for (const stop of place?.stops ?? []) await stop()
    place?.project.remove()
  })

  describe.each(pages)('%s', (page) => {
    it.each(blocksOf(page))('$name', async ({ language, text, output, file }) => {
      if (language === 'js' || language === 'json') {
        expect(file, 'The text before a program names its file').toBeDefined()
        await freePortsOf(text, place)
        writeFileSync(join(place.project.folder, file as string), here(text, place.addresses))
      } else if (output === undefined) await runCommands(text, place)
      else {
        const { code, stdout, stderr } = await run(place, ['sh', '-c', text])
        expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: output, stderr: '' })
      }
    })
  })
}
