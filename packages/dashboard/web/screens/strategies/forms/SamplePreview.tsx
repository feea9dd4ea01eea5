import type { Feature } from '@signalbox/core/contract'
import { useMemo } from 'preact/hooks'
import { box } from '../../../calls/box.ts'
import { now } from '../../../calls/clock.ts'
import { compareOver } from '../../../evaluation/compare-over.ts'
import { count, counted } from '../../../words/words.ts'
import { listed } from '../../targeting/list-words.ts'
import { pasted } from '../../targeting/pasted.ts'
import { sampleIds, sampleText } from '../../targeting/sample.ts'

interface SamplePreviewProps {
  readonly feature: Feature
  readonly saved: Feature | undefined
}

/** Tries the feature with a list of ids: how many get it, who begins to and who loses it. */
export function SamplePreview({ feature, saved }: SamplePreviewProps) {
  const ids = sampleIds.value
  const settings = box.value
  const result = useMemo(
    () =>
      settings && ids.length > 0 ? compareOver({ ids, saved, draft: feature, settings, now: now.peek() }) : undefined,
    [ids, saved, feature, settings],
  )
  return (
    <details class="more-settings" data-own-undo>
      <summary>Try a list of ids</summary>
      <label class="hidden-text" for="sample">
        Client ids, one per line
      </label>
      <textarea
        id="sample"
        class="key"
        rows={4}
        wrap="off"
        spellcheck={false}
        placeholder="Paste client ids, one per line"
        value={sampleText.value}
        onPaste={(event) => {
          sampleText.value = pasted(event) ?? sampleText.value
        }}
        onInput={({ currentTarget }) => {
          sampleText.value = currentTarget.value
        }}
      />
      {result && (
        <p role="status">
          Of {counted(ids.length, 'id')}, <b>{count(result.active)}</b> get it.
          {saved && (
            <>
              {' '}
              Compared with what is saved, {listed(result.begin, 'gains it', 'gain it')} and{' '}
              {listed(result.lose, 'loses it', 'lose it')}.
            </>
          )}
        </p>
      )}
    </details>
  )
}
