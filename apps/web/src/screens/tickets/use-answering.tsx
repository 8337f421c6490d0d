import { type ReactNode, Suspense, lazy, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isShut, stateOfWindow } from '../../features/tickets/answer-window.ts'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'
import { useNow } from '../../lib/clock.ts'
import { toast } from '../../ui/toasts/toasts.tsx'

const TemplateComposer = lazy(() =>
  import('../../features/message-templates/template-composer.tsx').then((file) => ({ default: file.TemplateComposer })),
)

/**
 * What may go to the customer: anything, after the time to answer approved templates alone, or nothing where there are
 * none, until the customer writes again. So it is if no way leads to them.
 */
export function useAnswering({ id, answerWindow, refuses, unreachable }: ListedTicket) {
  const { t } = useTranslation()
  const state = stateOfWindow(answerWindow, useNow())
  const way = unreachable ? 'none' : isShut(state) ? (answerWindow?.templates ? 'templates' : 'none') : 'texts'
  const isReactable = state === 'open' && !unreachable
  const refusal = way === 'templates' ? 'tickets.window.onlyTemplates' : 'tickets.window.onlyNotes'
  const renderPicker = useCallback(
    (onSent: () => void): ReactNode => (
      <Suspense>
        <TemplateComposer ticketId={id} onSent={onSent} />
      </Suspense>
    ),
    [id],
  )
  return {
    mayReply: way !== 'none',
    refuse: () => toast.warn(t(unreachable ? `tickets.unreachable.${unreachable}` : refusal)),
    renderShut: way === 'templates' ? renderPicker : undefined,
    refuses: useMemo(() => (isReactable ? refuses : [...refuses, 'reactions' as const]), [isReactable, refuses]),
  }
}
