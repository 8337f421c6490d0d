import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { templatesOfTicket, useSendTemplate } from '../../../features/message-templates/message-templates.api.ts'
import { TemplatePicker } from '../../../features/message-templates/template-picker.tsx'

/** Sends an approved message in a ticket. */
export function TemplateDialog({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const offered = useQuery(templatesOfTicket(ticketId))
  const send = useSendTemplate(ticketId)
  return (
    <TemplatePicker
      offered={offered}
      action={t('templates.send')}
      isBusy={send.isPending}
      refusal={send.error}
      variable="{{firstName}}"
      onChosen={({ choice }) => send.mutate(choice, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
