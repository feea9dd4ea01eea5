import type { Row } from '../../records/tree.ts'
import { counted } from '../../words/words.ts'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { recordsInSight } from '../listing/records-in-sight.ts'
import { Script } from '../script/Script.tsx'
import { lossOf } from '../script/script-consequence.ts'
import { languageNames } from '../scripting/language-names.ts'
import { usersOfScripts } from '../scripting/users.ts'

const scriptsInSight = recordsInSight('scripts')

/** The tree of scripts; with an id, that script beside it. */
export function Scripts({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('scripts')
  const { chosen, isChoosing } = listing
  const isMarking = isChoosing.value || chosen.value.size > 0
  const row = (shown: Row) => (
    <>
      <RowHead row={shown} isChoosing={isMarking} isChosen={listing.isChosen(shown)} />
      <RowName row={shown} />
      {shown.entry && <ScriptWords id={shown.entry.id} />}
    </>
  )
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Script id={id} />}
      row={row}
      inSight={scriptsInSight.look}
      actions={<ListActions listing={listing} current={id} />}
      what="A script decides for whom features are active. Several features can share it."
      example={{
        id: 'shop:staff',
        name: 'Staff',
        source: {
          type: 'javascript',
          script: 'function enabled(context, enabled, disabled) { context.staff ? enabled() : disabled() }',
        },
      }}
    >
      <SelectionBar listing={listing} whenDeleted={(ids) => lossOf(usersAmong(ids))} />
    </ListScreen>
  )
}

const usersAmong = (ids: readonly string[]): readonly string[] =>
  ids.flatMap((one) => usersOfScripts()?.get(one) ?? []).sort()

/** The name and the language of a script, and how many features use it. */
function ScriptWords({ id }: { readonly id: string }) {
  void scriptsInSight.version.value
  const script = scriptsInSight.find(id)
  const users = usersOfScripts()?.get(id)?.length ?? 0
  const words = [script && script.name !== id && script.name, script && languageNames[script.source.type]]
  return (
    <>
      <span class="words">{words.filter(Boolean).join(', ')}</span>
      <span class={users > 0 ? 'state' : 'state muted'}>
        {usersOfScripts() && (users > 0 ? counted(users, 'feature') : 'not used')}
      </span>
    </>
  )
}
