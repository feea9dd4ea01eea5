import { type ComponentChildren, createContext } from 'preact'
import type { ControlOf } from './control-props.ts'
import type { SchemaField } from './field.ts'

/** Draws the control of a member, whatever it is: objects have members that may be objects. */
export const DrawMember = createContext<(props: ControlOf<SchemaField>) => ComponentChildren>(() => null)
