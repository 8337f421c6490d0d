import type { MessageView } from '@guiche/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addPendingChange } from '../../../lib/cache/pending-changes.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import styles from './conversation.module.css'
import { askMessageDeletion } from '../messages.api.ts'
import { quotedOf, QuoteText } from '../content/index.ts'

/** Deletes a note for good, and a message for the customer as well. */
export function RemoveMessageDialog({ message, onClose }: { message: MessageView; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useMutation({
    mutationFn: () => askMessageDeletion(message.id),
    onSuccess: (change) => {
      addPendingChange(change)
      onClose()
    },
    onError: onClose,
  })
  return (
    <ConfirmDialog
      title={t('messages.remove.title')}
      action={t('messages.menu.delete')}
      isDanger
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t(message.isPrivate ? 'messages.remove.note' : 'messages.remove.text')}</p>
      <div className={styles.doomed}>
        <QuoteText quoted={quotedOf(message)} />
      </div>
    </ConfirmDialog>
  )
}
