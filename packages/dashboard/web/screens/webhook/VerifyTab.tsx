import { Snippets } from '../record/Snippets.tsx'
import { verifySnippets } from './verify-snippets.ts'

/** How the receiver checks that a call comes from this box. */
export const VerifyTab = () => (
  <>
    <p class="hook-verify">
      Calls are signed according to <b>Standard Webhooks</b>, with the headers <code>webhook-id</code>,{' '}
      <code>webhook-timestamp</code> and <code>webhook-signature</code>. Verify them with a library for it, or with this
      function. Answer with a 2xx status within five seconds. The same <code>webhook-id</code> can arrive twice.
    </p>
    <Snippets snippets={verifySnippets} label="Runtime" />
  </>
)
