import { failureSentence } from '../../../calls/failures.ts'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { isRejected } from '../../../saving/problems.ts'
import { namedLine, type OpenApiDocument } from './openapi-document.ts'

interface DocumentFailureProps {
  readonly error: unknown
  readonly document: OpenApiDocument | undefined
  retry(): void
}

/** Why a document was not imported, with the line that the sentence of the service names. */
export function DocumentFailure({ error, document, retry }: DocumentFailureProps) {
  const named = document && namedLine(document, failureSentence(error))
  return (
    <Failure error={error} {...(!isRejected(error) && { retry })}>
      {named && (
        <p class="key" dir="ltr">
          {named.line}: <bdi>{named.text}</bdi>
        </p>
      )}
    </Failure>
  )
}
