import { useRef } from 'preact/hooks'
import type { CodeLanguage } from '../../../code/languages.ts'
import { SelectField, TextField } from '../../../parts/fields/fields.tsx'
import { Lever } from '../../../parts/fields/Lever.tsx'
import { Code } from '../../../parts/json/Code.tsx'
import { JsonCode } from '../../../parts/json/JsonCode.tsx'
import { count } from '../../../words/words.ts'
import { problemsBelow, withMembers } from '../../record/members.ts'
import type { Resource } from './documentation.ts'
import {
  type ContentKind,
  contentKinds,
  contentTypes,
  kindOf,
  ofFile,
  pathText,
  typeOf,
  withKind,
  withPath,
} from './resource.ts'

interface ResourceFormProps {
  /** What its content is called: `Content`, `Banner`. */
  readonly label: string
  readonly resource: Resource
  /** The JSON Pointer of the resource in the API. */
  readonly pointer: string
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Whether it has an address of its own, with a title. */
  readonly hasPath?: boolean
  onChange(next: Resource, step?: string): void
}

/** Edits a page or a file of a documentation: where it is, what it is called, and its content. */
export function ResourceForm({ label, resource, pointer, problems, hasPath = false, onChange }: ResourceFormProps) {
  const problemsOf = (member: string) => problemsBelow(problems, pointer + member)
  const set = (members: object, step?: string) => onChange(withMembers(resource, members), step && pointer + step)
  const type = typeOf(resource)
  return (
    <div class="doc-form">
      {hasPath && (
        <>
          <TextField
            label="Title"
            value={resource.title ?? ''}
            problem={problemsOf('/title')}
            onInput={(title) => set({ title: title === '' ? undefined : title }, '/title')}
          />
          <TextField
            label="Path"
            mono
            value={pathText(resource)}
            hint="Under the API’s address in the portal, such as guide/first."
            problem={problemsOf('/path')}
            onInput={(path) => onChange(withPath(resource, path), `${pointer}/path`)}
          />
        </>
      )}
      <SelectField
        label="Type"
        value={type}
        problem={problemsOf('/content_type')}
        choices={[
          ...contentTypes,
          ...(contentTypes.some(({ value }) => value === type) ? [] : [{ value: type, label: type }]),
        ]}
        onChange={(content_type) => set({ content_type })}
      />
      <SelectField
        label="Content from"
        value={kindOf(resource)}
        choices={contentKinds}
        onChange={(kind: ContentKind) => onChange(withKind(resource, kind))}
      />
      <Content {...{ label, resource, pointer, problemsOf, set }} />
      {hasPath && (
        <Lever
          on={resource.site_page ?? false}
          label="Without the sidebar"
          onChange={(site_page) => set({ site_page: site_page || undefined })}
        />
      )}
    </div>
  )
}

interface ContentProps extends Pick<ResourceFormProps, 'label' | 'resource' | 'pointer'> {
  problemsOf(member: string): readonly string[]
  set(members: object, step?: string): void
}

function Content({ label, resource, pointer, problemsOf, set }: ContentProps) {
  switch (kindOf(resource)) {
    case 'text':
      return (
        <Code
          label={label}
          language={languageOf(typeOf(resource))}
          rows={[8, 30]}
          value={resource.text_content ?? ''}
          problems={problemsOf('/text_content').map((message) => ({ message }))}
          onInput={(text_content) => set({ text_content }, '/text_content')}
        />
      )
    case 'json':
      return (
        <JsonCode
          label={label}
          pointer={`${pointer}/json_content`}
          value={resource.json_content}
          problems={problemsOf('/json_content')}
          rows={[8, 30]}
          onChange={(json_content, step) => set({ json_content }, step && '/json_content')}
        />
      )
    case 'url':
      return (
        <TextField
          label="Address"
          mono
          type="url"
          value={resource.url ?? ''}
          hint="The service loads the content from here."
          problem={problemsOf('/url')}
          onInput={(url) => set({ url }, '/url')}
        />
      )
    case 'base64':
      return <FileContent {...{ resource, problemsOf, set }} />
  }
}

/** A file: its size, and a button to choose another one. */
export function FileContent({ resource, problemsOf, set }: Pick<ContentProps, 'resource' | 'problemsOf' | 'set'>) {
  const input = useRef<HTMLInputElement>(null)
  const { base64_content: content = '' } = resource
  return (
    <>
      <TextField
        label="File as Base64"
        mono
        value={content}
        hint={content === '' ? 'Choose a file, or paste its bytes.' : `About ${sizeOf(content)}.`}
        problem={problemsOf('/base64_content')}
        onInput={(base64_content) => set({ base64_content }, '/base64_content')}
        after={
          <button type="button" onClick={() => input.current?.click()}>
            Choose a file…
          </button>
        }
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        onChange={async ({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) set({ text_content: undefined, json_content: undefined, url: undefined, ...(await ofFile(file)) })
        }}
      />
    </>
  )
}

function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.replace(/[\s=]/g, '').length * 3) / 4)
  return bytes < 1024 ? `${count(bytes)} bytes` : `${count(Math.round(bytes / 1024))} KiB`
}

function languageOf(type: string): CodeLanguage {
  if (/html|svg|xml/.test(type)) return 'html'
  return /json/.test(type) ? 'json' : 'text'
}
