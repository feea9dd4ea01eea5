import { redactedParts } from './redacted.ts'

/** A text of the gateway. Where it left out a secret, a mark stands. */
export const Redacted = ({ text }: { readonly text: string }) => (
  <>
    {redactedParts(text).map((part, at) =>
      part === undefined ? (
        <span key={at} class="redacted">
          redacted
        </span>
      ) : (
        part
      ),
    )}
  </>
)
