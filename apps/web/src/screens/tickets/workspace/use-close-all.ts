import { api } from '@guiche/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ListView } from '../../../features/tickets/list/index.ts'
import { ticketKeys } from '../../../features/tickets/ticket-cache.ts'
import { call } from '../../../lib/api.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'

interface Wanted {
  status: ListView['tab']
  queueIds?: number[]
}

/**
 * Closes all tickets of the current tab in the chosen queues, of all users (docs/requirements/workspace.md, section 2).
 * A snackbar says how many and asks.
 */
export function useCloseAll({ tab, queues }: ListView): () => void {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const closing = useMutation({
    mutationFn: (wanted: Wanted) => call(api.closeAllTickets, { body: wanted }),
    onSuccess: ({ closed }) => {
      void cache.invalidateQueries({ queryKey: ticketKeys.all })
      toast.success(t('tickets.closedAll', { count: closed }))
    },
  })
  const counting = useMutation({
    mutationFn: (wanted: Wanted) => call(api.countTicketsToClose, { query: wanted }),
    onSuccess: ({ count }, wanted) => {
      if (count === 0) return toast.warn(t('tickets.closeAll.nothing'))
      const chosen = wanted.queueIds?.length ?? 0
      return toast.ask(t('tickets.closeAll.question', { count, tab: t(`tickets.tab.${wanted.status}`) }), {
        id: 'close-all',
        text: chosen > 0 ? t('tickets.closeAll.textQueues', { count: chosen }) : t('tickets.closeAll.text'),
        yes: { label: t('tickets.closeAll.yes'), onClick: () => closing.mutate(wanted) },
        no: t('tickets.closeAll.no'),
      })
    },
  })
  return () => counting.mutate({ status: tab, ...(queues.length > 0 && { queueIds: queues }) })
}
