import { type TicketStatus, api } from '@guiche/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ticketKeys } from '../../../features/tickets/ticket-cache.ts'
import { call } from '../../../lib/api.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'

interface Props {
  status: Extract<TicketStatus, 'open' | 'pending' | 'group'>
  queueIds: number[]
  onClose: () => void
}

/** A confirmation (docs/requirements/workspace.md, section 2) that says that the tickets of all users are closed. */
export function CloseAllDialog({ status, queueIds, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const closeAll = useMutation({
    mutationFn: () => call(api.closeAllTickets, { body: { status, ...(queueIds.length > 0 && { queueIds }) } }),
    onSuccess: ({ closed }) => {
      void cache.invalidateQueries({ queryKey: ticketKeys.all })
      toast.success(t('tickets.closedAll', { count: closed }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('tickets.dialog.closeAll.title')}
      action={t('tickets.dialog.closeAll.yes')}
      cancel={t('tickets.dialog.closeAll.no')}
      isDanger
      isBusy={closeAll.isPending}
      onConfirm={() => closeAll.mutate()}
      onClose={onClose}
    >
      <p>
        {t(queueIds.length > 0 ? 'tickets.dialog.closeAll.textQueues' : 'tickets.dialog.closeAll.text', {
          tab: t(`tickets.tab.${status}`),
          count: queueIds.length,
        })}
      </p>
    </ConfirmDialog>
  )
}
