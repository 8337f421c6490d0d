import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isShut, stateOfWindow } from '../../../features/tickets/answer-window.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { useNow } from '../../../lib/clock.ts'

const TemplateDialog = lazy(() =>
  import('../dialogs/template-dialog.tsx').then((file) => ({ default: file.TemplateDialog })),
)

/** Approved wording may go at any time; after the window the composer itself offers it. */
export function TemplateOffer({ ticket: { id, answerWindow } }: { ticket: ListedTicket }) {
  const { t } = useTranslation()
  const now = useNow()
  const [isPicking, setIsPicking] = useState(false)
  const isOffered = answerWindow?.templates === true && !isShut(stateOfWindow(answerWindow, now))
  return (
    <>
      {isOffered && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconTemplate size={15} stroke={1.7} />}
          onClick={() => setIsPicking(true)}
        >
          {t('templates.pick')}
        </Button>
      )}
      {isPicking && (
        <Suspense>
          <TemplateDialog ticketId={id} onClose={() => setIsPicking(false)} />
        </Suspense>
      )}
    </>
  )
}
