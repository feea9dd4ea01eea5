import { FieldGroup } from '../../parts/fields/FieldGroup.tsx'
import { SelectField, TextArea, TextField } from '../../parts/fields/fields.tsx'
import { TextList } from '../../parts/fields/TextList.tsx'
import { MASK } from '../../values/secret-members.ts'
import type { SettingsProps, Tls } from './settings.ts'

/** How connections are secured, and who the other side must be. */
export function TlsFields({ value, problemsOf, onChange }: SettingsProps<Tls>) {
  const { sni = '', ca = [], cert = '', key = '', verify = true, minVersion = '', pins = [] } = value
  const isKept = key === MASK
  const text = (member: string) => (next: string) => onChange({ [member]: next === '' ? undefined : next }, member)
  return (
    <>
      <TextField
        label="Server name"
        mono
        value={sni}
        placeholder="the host name of the target"
        problem={problemsOf('/sni')}
        onInput={text('sni')}
      />
      <SelectField
        label="Minimum version"
        value={minVersion}
        problem={problemsOf('/minVersion')}
        choices={[
          { value: '', label: 'TLS 1.2, the default' },
          { value: 'TLSv1.2', label: 'TLS 1.2' },
          { value: 'TLSv1.3', label: 'TLS 1.3' },
        ]}
        onChange={(next) => onChange({ minVersion: next === '' ? undefined : next })}
      />
      <FieldGroup
        label="Certificate"
        hint={verify ? undefined : 'Anyone between the gateway and the target can read and change what’s sent.'}
      >
        <label class="check">
          <input
            type="checkbox"
            checked={verify}
            onChange={({ currentTarget: { checked } }) => onChange({ verify: checked ? undefined : false })}
          />
          Is verified
        </label>
      </FieldGroup>
      <TextArea
        label="Authorities"
        mono
        rows={2}
        value={ca.join('\n')}
        hint="Trusted certificate authorities in PEM, instead of the system’s."
        problem={problemsOf('/ca')}
        onInput={(next) => onChange({ ca: next.trim() === '' ? undefined : certificatesIn(next) }, 'ca')}
      />
      <TextList
        label="Pins"
        noun="pin"
        values={pins}
        placeholder="sha256/…"
        hint="Accepted public keys."
        problemsOf={(at) => problemsOf(`/pins/${at}`)}
        onChange={(next, step) => onChange({ pins: next.length === 0 ? undefined : next }, step)}
      />
      <TextArea
        label="Own certificate"
        mono
        rows={2}
        value={cert}
        hint="The gateway identifies itself with it. In PEM."
        problem={problemsOf('/cert')}
        onInput={text('cert')}
      />
      <TextArea
        label="Private key"
        mono
        rows={2}
        value={isKept ? '' : key}
        hint={
          isKept
            ? 'A key is saved. It is never shown: what you type replaces it.'
            : 'The certificate’s key, in PEM. Nobody can read it once it’s saved.'
        }
        problem={problemsOf('/key')}
        onInput={text('key')}
      />
      {isKept && (
        <div class="field">
          <span />
          <div class="control">
            <button type="button" onClick={() => onChange({ key: undefined })}>
              Remove the saved key
            </button>
          </div>
        </div>
      )}
    </>
  )
}

/** The certificates in a text, each as one. A text without a complete one is kept as it is. */
function certificatesIn(text: string): string[] {
  const found = text.match(/-----BEGIN [^-]+-----[\s\S]*?-----END [^-]+-----/g)
  return found && text.replace(/\s/g, '') === found.join('').replace(/\s/g, '') ? found : [text]
}
