import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Failure } from '../../../parts/Failure.tsx'
import type { FormProps } from './strategy.ts'

type Editor = ComponentType<FormProps<'RULES'>>

let loaded: Editor | undefined

/** The form of `RULES`, loaded with the first feature that has rules. */
export function RulesForm(props: FormProps<'RULES'>) {
  const [Form, setForm] = useState<Editor | undefined>(() => loaded)
  const [error, setError] = useState<unknown>()
  const load = () => {
    setError(undefined)
    import('../rules/RulesEditor.tsx').then(({ RulesEditor }) => {
      loaded = RulesEditor
      setForm(() => RulesEditor)
    }, setError)
  }
  useEffect(() => {
    if (!Form) load()
  }, [])
  if (error !== undefined) return <Failure error={error} retry={load} />
  return Form ? <Form {...props} /> : <p class="muted">Loading…</p>
}
