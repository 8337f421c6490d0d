import { api } from '@guiche/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { toast } from '../../ui/toasts/toasts.tsx'
import type { ListedTicket } from './ticket-lists.ts'

/** Calls the customer of a ticket on the page of the voice call service, in a window of its own. */
export function useVoiceCall(): (ticket: ListedTicket) => void {
  const { t } = useTranslation()
  const start = useMutation({
    mutationFn: ({ id }: ListedTicket) => call(api.startVoiceCall, { params: { id } }),
  })
  return (ticket) => {
    // Browsers open windows only within the click, so it is opened before the answer is there.
    const page = window.open('about:blank', '_blank', 'popup,width=500,height=700')
    if (!page) return void toast.error(t('tickets.callBlocked'))
    page.opener = null
    start.mutate(ticket, {
      onSuccess: ({ url }) => page.location.replace(url),
      onError: () => page.close(),
    })
  }
}
