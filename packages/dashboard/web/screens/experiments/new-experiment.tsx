import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { TextField } from '../../parts/fields/fields.tsx'
import type { NewMembers } from '../listing/new-members.ts'

const begin = { name: '', first: 'A', second: 'B' }
const typed = signal(begin)

const set = (member: keyof typeof begin) => (text: string) => {
  typed.value = { ...typed.value, [member]: text }
}

/** Asks for the name of a new experiment and for its first two variants. */
export const newExperiment: NewMembers = {
  Fields() {
    useEffect(() => {
      typed.value = begin
    }, [])
    const { name, first, second } = typed.value
    return (
      <>
        <p class="muted">
          You can’t change the ids of experiments and variants later: bindings and events refer to them.
        </p>
        <TextField label="Name" stacked value={name} placeholder="The id" onInput={set('name')} />
        <TextField
          label="First variant"
          stacked
          mono
          value={first}
          hint="The baseline that the others are compared with."
          onInput={set('first')}
        />
        <TextField label="Second variant" stacked mono value={second} onInput={set('second')} />
      </>
    )
  },
  members() {
    const { name, first, second } = typed.value
    const variants = [first, second].map((id) => ({ id: id.trim(), name: id.trim(), traffic: 0.5 }))
    return { variants, ...(name.trim() !== '' && { name: name.trim() }) }
  },
}
