import { ExportAction, type Selection } from '#kit/web/export/export-dialog.tsx'
import { exportedFields, type SubscriberState, subscribers } from '../contract.ts'
import { texts } from '../texts.ts'

/** Downloads the subscribers that the list shows, or the selected ones. */
export function Download({ list, selection }: { list: SubscriberState | 'all'; selection?: Selection }) {
  return (
    <ExportAction
      endpoint={subscribers.export}
      noun="subscribers"
      title={texts.downloadTitle}
      words={selection ? texts.downloadSelected : texts.download}
      fields={exportedFields}
      fixed={{ list, sort: '-created_at' }}
      {...(selection ? { selection } : {})}
    />
  )
}
