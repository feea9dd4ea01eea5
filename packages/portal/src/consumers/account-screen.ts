import { accountPage } from '../pages/own/account-page.ts'
import { done } from './done.ts'
import { go, type Screen, screen } from './screen.ts'

/** The account of who is signed in. */
export const accountScreen: Screen = screen(
  async ({ found: { developer }, accounts, query }, form) =>
    accountPage({ ...done(query), ...form }, developer, accounts.entry !== undefined && developer.source !== 'sso'),
  {
    change: {
      fields: ['name', 'email', 'currentPassword'],
      async run({ found: { mine } }, { name = '', email = '', currentPassword = '' }) {
        const body = { name, ...(email !== '' && { email }), ...(currentPassword !== '' && { currentPassword }) }
        await mine.update({ body })
        return go('~/account/?done=saved')
      },
    },
    password: {
      fields: ['currentPassword', 'password'],
      async run({ found: { mine } }, { currentPassword = '', password = '' }) {
        const { session } = await mine.update({ body: { currentPassword, password } })
        return go('~/account/?done=saved', session)
      },
    },
    delete: {
      fields: ['sure'],
      async run({ found: { mine } }, { sure }) {
        if (sure === undefined) return go('~/account/')
        await mine.delete()
        return go('', '')
      },
    },
  },
)
