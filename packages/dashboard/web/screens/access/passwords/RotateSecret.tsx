import { Confirm } from '../../../parts/dialogs/Confirm.tsx'
import { operationsOf } from '../../../records/operations.ts'
import { randomSecret } from './random-secret.ts'

interface RotateSecretProps {
  readonly id: string
  readonly name: string
  onClose(): void
}

/** Replaces the secret of an API key, after saying that the old one ends at once, and shows the new one once. */
export const RotateSecret = ({ id, name, onClose }: RotateSecretProps) => (
  <Confirm
    title={`Rotate the secret of ${name}?`}
    action="Rotate"
    danger
    typed={id}
    why
    run={async (because) => {
      // The answer has the secret, which is shown then.
      const value = randomSecret()
      await operationsOf('apiKeys').patch({ id, body: [{ op: 'add', path: '/clientSecret', value }] }, because)
    }}
    onClose={onClose}
  >
    <p>The old secret stops working at once: programs that use it are rejected until they have the new one.</p>
    <p class="muted">To avoid an interruption, create a second key with the same grants first.</p>
  </Confirm>
)
