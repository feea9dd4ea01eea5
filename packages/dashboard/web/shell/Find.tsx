import { Dialog } from '../parts/Dialog.tsx'

/** Finds records, screens and actions. */
export const Find = ({ onClose }: { onClose(): void }) => (
  <Dialog title="Find" onClose={onClose}>
    <p />
  </Dialog>
)
