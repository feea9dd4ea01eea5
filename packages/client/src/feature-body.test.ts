import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { programOf, sentencesOf } from './program.fixture.ts'

const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')

/** What the compiler says of a program that sends features, in process, with a client, and with the small door. */
function saidOf(calls: string): readonly string[] {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'feature-body-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'program.ts')
  writeFileSync(
    path,
    `import { createSignalbox } from '@signalbox/core'
    import { createFlags } from '@signalbox/core/flags'
    import { createClient } from '@signalbox/client'
    const apis = [createSignalbox(), createFlags(), createClient({ baseUrl: 'http://127.0.0.1:9000' })] as const
    const [box, flags, client] = apis
    const common = { id: 'a', enabled: true }
    ${calls}`,
  )
  const { program, source } = programOf(pathToFileURL(path))
  return sentencesOf(program.getSemanticDiagnostics(source))
}

it('a wrong parameter is told with the parameters of its strategy alone', () => {
  const said = saidOf(`
    void box.features.create({ body: { ...common, activationStrategy: 'PERCENTAGE', parameters: { percent: 5 } } })
    void flags.features.create({ body: { ...common, activationStrategy: 'PERCENTAGE', parameters: { percentage: 5, slat: '' } } })
    void client.features.replace({ id: 'a', body: { ...common, activationStrategy: 'CUSTOMERS_LIST', parameters: { customer: [] } } })
  `)
  const unknown = 'Object literal may only specify known properties'
  expect(said).toEqual([
    `${unknown}, and 'percent' does not exist in type '{ percentage: number; salt?: string | undefined; }'.`,
    `${unknown}, and 'slat' does not exist in type '{ percentage: number; salt?: string | undefined; }'.`,
    `${unknown}, but 'customer' does not exist in type '{ customers: string[]; }'. Did you mean to write 'customers'?`,
  ])
})

it('features that were read can be sent back, changed or not', () => {
  const said = saidOf(`
    export async function move() {
      const feature = await client.features.get({ id: 'a' })
      await box.features.replace({ id: 'a', body: feature })
      await flags.features.create({ body: { ...feature, enabled: false } })
      for await (const one of client.features.export()) await box.features.create({ body: one })
      await box.features.import({ body: client.features.export() })
    }
  `)
  expect(said).toEqual([])
})
