import { mount } from '../../mount.ts'
import { Snippets } from '../record/Snippets.tsx'
import { snippetsOf } from './use-in-code.ts'

/** How programs check the feature. */
export const UseTab = ({ id }: { readonly id: string }) => <Snippets snippets={snippetsOf(id, mount.apiUrl)} />
