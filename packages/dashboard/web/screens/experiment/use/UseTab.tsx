import type { Experiment } from '@signalbox/core/contract'
import { mount } from '../../../mount.ts'
import { Snippets } from '../../record/Snippets.tsx'
import { snippetsOf } from './use-in-code.ts'

/** How programs get the variants of clients, and report what clients do. */
export const UseTab = ({ experiment }: { readonly experiment: Experiment }) => (
  <Snippets snippets={snippetsOf(experiment, mount.apiUrl)} />
)
