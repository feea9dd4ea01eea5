import type { Config } from '@signalbox/core/contract'
import { useEffect, useState } from 'preact/hooks'
import type { Draft } from '../../records/drafts.ts'

type Problems = Readonly<Record<string, readonly string[]>>

/** How long a config must stay the same before its values are checked, in milliseconds. */
const PAUSE = 250

const none: Problems = {}

/**
 * The sentences about a draft: those of the service, and those about values that do not fit a JSON Schema. They are
 * checked in the page by the code of the service, which loads with the first schema.
 */
export function useValueProblems({ value: config, problems }: Draft<Config>): Problems {
  const [found, setFound] = useState(none)
  const isSchema = typeof config.type === 'object'
  const text = isSchema ? JSON.stringify([config.type, config.value, config.rules]) : ''
  useEffect(() => {
    setFound(none)
    if (!isSchema) return
    let isOver = false
    const show = (checked: Problems) => !isOver && setFound(checked)
    const check = () => import('./check-values.ts').then(({ valueProblems }) => valueProblems(config))
    // Without the code, the service checks the values when they are saved.
    const timer = setTimeout(() => void check().then(show, () => {}), PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text])
  return found === none ? problems : { ...found, ...problems }
}
