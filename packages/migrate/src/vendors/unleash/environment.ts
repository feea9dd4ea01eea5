import { SignalboxError } from '@signalbox/core/errors'
import type { Json } from '../../otoroshi/findings.ts'

/** The environment to import: the wanted one, or the only one. Throws INVALID if that is not clear. */
export function chooseEnvironment(states: readonly Json[], wanted: string | undefined): string | undefined {
  const names = [...new Set(states.map(({ environment }) => environment))].filter((name) => typeof name === 'string')
  const choices = `the environments of the export are ${names.join(', ')}`
  if (wanted === undefined && names.length > 1)
    throw new SignalboxError('INVALID', `The file has several environments: pass --environment (${choices})`)
  if (wanted !== undefined && names.length > 0 && !names.includes(wanted))
    throw new SignalboxError('INVALID', `The file has no environment ${wanted}: ${choices}`)
  return wanted ?? names[0]
}
