import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { templatesOfTicket, useSendTemplate } from '../../../features/message-templates/message-templates.api.ts'
import { TemplatePicker } from '../../../features/message-templates/template-picker.tsx'
import { isShut, stateOfWindow } from '../../../features/tickets/answer-window.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { useNow } from '../../../lib/clock.ts'
import styles from './notices.module.css'

/** Approved wording may go to the customer at any time; after the window nothing else may. */
export function TemplateOffer({ ticket: { id, answerWindow } }: { ticket: ListedTicket }) {
  const { t } = useTranslation()
  const now = useNow()
  const [isPicking, setIsPicking] = useState(false)
  if (!answerWindow?.templates) return null
  return (
    <div className={styles.templates}>
      <Button
        size="compact-sm"
        variant={isShut(stateOfWindow(answerWindow, now)) ? 'filled' : 'subtle'}
        leftSection={<IconTemplate size={15} stroke={1.7} />}
        onClick={() => setIsPicking(true)}
      >
        {t('templates.pick')}
      </Button>
      {isPicking && <TicketPicker ticketId={id} onClose={() => setIsPicking(false)} />}
    </div>
  )
}

function TicketPicker({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const offered = useQuery(templatesOfTicket(ticketId))
  const send = useSendTemplate(ticketId)
  return (
    <TemplatePicker
      offered={offered}
      action={t('templates.send')}
      isBusy={send.isPending}
      refusal={send.error}
      mayHaveVariables
      onChosen={({ choice }) => send.mutate(choice, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
