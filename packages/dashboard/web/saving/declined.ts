import { codeOf } from './editing-ports.ts'

/** The failure of a write that the user did not confirm: nothing was sent, so nothing is wrong. */
export const declined = () => Object.assign(new Error('It was not confirmed.'), { code: 'DECLINED' })

/** Whether the user did not confirm a write. */
export const isDeclined = (error: unknown): boolean => codeOf(error) === 'DECLINED'
