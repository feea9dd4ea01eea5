import { type Context, createSignalbox, type Signalbox } from '@signalbox/core'
import { onTestFinished } from 'vitest'
import { type ImportFlagsReport, importFlags } from '../import-flags.ts'

/** The context of Unleash. */
export interface UnleashContext extends Context {
  readonly userId?: string
  readonly properties?: Context
}

/** What is asked of imported flags, by the names that they had in Unleash. */
export interface Questions {
  readonly box: Signalbox
  readonly report: ImportFlagsReport
  isEnabled(flag: string, context: UnleashContext): boolean
  getVariant(flag: string, context: UnleashContext): object
}

/** The context as Signalbox takes it: `userId` is `id`, and properties are attributes like the fields. */
export function toContext({ userId, properties = {}, ...fields }: UnleashContext): Context {
  return { ...properties, ...fields, ...(userId !== undefined && { id: userId }) }
}

/** Imports an export of Unleash. Flags that do not exist are inactive. */
export async function ask(state: object): Promise<Questions> {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  const report = await importFlags(box, { from: 'unleash', text: JSON.stringify(state) })
  const originOf = ({ metadata }: { metadata?: Context }) => (metadata?.importedFrom as { key?: string })?.key
  const ids = new Map<string | undefined, string>()
  for await (const feature of await box.features.export())
    if (!/:(strategy-\d+|variant-.*)$/.test(feature.id)) ids.set(originOf(feature as never), feature.id)
  const configs = new Map<string | undefined, string>()
  for await (const config of await box.configs.export()) configs.set(originOf(config as never), config.id)

  function isEnabled(flag: string, context: UnleashContext): boolean {
    const id = ids.get(flag)
    if (id === undefined) return false
    return box.isActive(id, toContext(context))
  }
  return {
    box,
    report,
    isEnabled,
    getVariant(flag, context) {
      const id = configs.get(flag)
      const value = id && box.value(id, toContext(context))
      const feature_enabled = isEnabled(flag, context)
      return { ...((value as object | undefined) ?? { name: 'disabled', enabled: false }), feature_enabled }
    },
  }
}
