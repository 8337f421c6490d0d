import { api } from '@guiche/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { departures } from '../../../features/tickets/departures.ts'
import { forgetTicket } from '../../../features/tickets/ticket-cache.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { call } from '../../../lib/api.ts'
import { RemovalDialog } from '../../../ui/dialogs/removal-dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'

export function RemoveTicket({ ticket, onClose }: { ticket: ListedTicket; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const remove = useMutation({
    onMutate: () => departures.expect(ticket.id),
    mutationFn: () => call(api.deleteTicket, { params: { id: ticket.id } }),
    onSuccess: () => {
      forgetTicket(cache, ticket.id)
      toast.success(t('tickets.removed'))
    },
    onError: () => departures.cancel(ticket.id),
  })
  return (
    <RemovalDialog
      name={`${ticket.contact.name} #${ticket.id}`}
      onRemove={() => remove.mutateAsync()}
      onClose={onClose}
    >
      {t('tickets.dialog.remove.text')}
    </RemovalDialog>
  )
}
