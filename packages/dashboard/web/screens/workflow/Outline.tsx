import type { OutlineNode } from './outline.ts'

interface OutlineProps {
  readonly nodes: readonly OutlineNode[]
  /** Sentences by the JSON Pointer of what is wrong, below `/config`. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  onGo(pointer: string): void
}

/** The nodes of a workflow as a tree. Each leads to its place in the text. */
export function Outline({ nodes, problems, onGo }: OutlineProps) {
  if (nodes.length === 0) return <p class="muted">The text has no nodes yet.</p>
  return (
    <ol class="workflow-outline" aria-label="Outline">
      {nodes.map(({ pointer, depth, kind, id, role, about, isOff }) => (
        <li key={pointer} style={{ '--depth': Math.min(depth, 10) }}>
          <button type="button" onClick={() => onGo(pointer)}>
            {role !== '' && <span class="muted">{role}</span>} <b>{kind}</b>
            {id !== undefined && (
              <>
                {' '}
                <bdi class="key">{id}</bdi>
              </>
            )}{' '}
            <bdi class="about">{about}</bdi>
            {isOff && <span class="muted"> off</span>}
            {isWrong(problems, pointer, nodes) && <span class="wrong"> invalid</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Whether something is wrong with a node itself, not with one in it. */
function isWrong(problems: OutlineProps['problems'], pointer: string, nodes: readonly OutlineNode[]): boolean {
  const inside = nodes.filter((node) => node.pointer.startsWith(`${pointer}/`)).map((node) => `/config${node.pointer}`)
  return Object.keys(problems).some(
    (at) =>
      (at === `/config${pointer}` || at.startsWith(`/config${pointer}/`)) &&
      !inside.some((other) => at === other || at.startsWith(`${other}/`)),
  )
}
