import { createSignalbox, type Signalbox } from '@signalbox/core'
import { loadPatterns } from '@signalbox/core/evaluate'
import { expect, onTestFinished } from 'vitest'
import type { Converted, Vendor } from '../vendor.ts'

/** Converts an export, and imports the records into an instance. All of them must be valid. */
export async function importInto(vendor: Vendor, data: unknown, environment?: string) {
  const patterns = await loadPatterns()
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const converted = vendor.convert(text, { patterns, environment })
  const box = createSignalbox()
  onTestFinished(() => box.close())
  await write(box, converted)
  const isFeature = new Set(converted.features.map(({ id }) => id))
  const isConfig = new Set(converted.configs.map(({ id }) => id))
  /** The value of a flag; `undefined` if it was left out. */
  const ask = (id: string, context: Record<string, unknown>): unknown => {
    if (isFeature.has(id)) return box.isActive(id, context)
    return isConfig.has(id) ? box.value(id, context) : undefined
  }
  return { box, converted, ask }
}

async function write(box: Signalbox, converted: Converted): Promise<void> {
  for (const kind of ['segments', 'features', 'configs'] as const) {
    const records = converted[kind] as readonly object[]
    const { errors } = await box[kind].import({ body: records as never, strategy: 'Replace' })
    expect(errors, JSON.stringify(errors)).toEqual({ errors: [], fieldErrors: {} })
  }
}
