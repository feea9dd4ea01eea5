import { type Grant, grantWords } from './grant-words.ts'
import './tester.css'

/** Grants in words, in their order. */
export const GrantList = ({ grants }: { readonly grants: readonly Grant[] }) =>
  grants.length === 0 ? (
    <p class="muted">No grants.</p>
  ) : (
    <ol class="grant-list">
      {grants.map((grant, at) => (
        <li key={at}>
          <GrantWords grant={grant} />
        </li>
      ))}
    </ol>
  )

/** A grant in words. */
export const GrantWords = ({ grant }: { readonly grant: Grant }) => (
  <>
    <code class="key">{grant.pattern}</code>: {grantWords(grant)}
  </>
)
