import { failureSentence } from '../../calls/failures.ts'
import { toast } from '../../notices/toasts.ts'

/** Shows a failure as a message, in the words of the service. */
export const tellFailure = (error: unknown): void => toast(failureSentence(error), { aspect: 'danger' })
