import { useTranslation } from 'react-i18next'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import type { Dialogs, Navigation } from './open-dialog.ts'

/** Says that the company wants a tag before a ticket is closed, and leads to the tags. */
export function useTagReminder({ dismiss }: Dialogs, showTags: Navigation['showTags']) {
  const { t } = useTranslation()
  return (ticket: ListedTicket) => {
    dismiss()
    toast.warn(t('tickets.tagRequired'), {
      id: 'tag-required',
      action: { label: t('tickets.chooseTag'), onClick: () => showTags(ticket) },
    })
  }
}
