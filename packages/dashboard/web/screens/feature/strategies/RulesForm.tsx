import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { FormProps } from './strategy.ts'

type Editor = ComponentType<FormProps<'RULES'>>

let loaded: Editor | undefined

/** The form of `RULES`, loaded with the first feature that has rules. */
export function RulesForm(props: FormProps<'RULES'>) {
  const [Form, setForm] = useState<Editor | undefined>(() => loaded)
  useEffect(() => {
    if (Form) return
    void import('../rules/RulesEditor.tsx').then(({ RulesEditor }) => {
      loaded = RulesEditor
      setForm(() => RulesEditor)
    })
  }, [])
  return Form ? <Form {...props} /> : <p class="muted">Loading…</p>
}
